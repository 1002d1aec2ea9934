/** The page of a report: reads the data that it holds and draws it. */
import { render } from 'preact'
import type { PageData } from '../../src/report/html/page-data.ts'
import { App } from './app.tsx'

const data = JSON.parse(document.getElementById('data')!.textContent!) as PageData
const [only] = data.programs
document.title = data.programs.length === 1 ? `${only!.name}: Heddle report` : 'Heddle report'
render(<App data={data} />, document.getElementById('app')!)
