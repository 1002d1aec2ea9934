/** The page of a report: reads the data that it holds and draws it. */
import { render } from 'preact'
import type { PageData } from '../../src/report/html/page-data.ts'
import { App } from './app.tsx'

const data = JSON.parse(document.getElementById('data')!.textContent!) as PageData
const shown = [...data.programs, ...data.sets]
document.title = shown.length === 1 ? `${shown[0]!.name}: Heddle report` : 'Heddle report'
render(<App data={data} />, document.getElementById('app')!)
