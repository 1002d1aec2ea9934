/** The page: one file, made at build time from `web/report`, with the data of this report put in. */
import { readFileSync } from 'node:fs'
import { ownUrl } from '../../base/own-code.ts'
import type { PageData } from './page-data.ts'

/** What the build makes, in the folder of the running Heddle. */
export const PAGE = 'report/html/page.html'

/** Where the data goes, in the page that the build makes. */
const DATA_PLACE = '<!--data-->'

export function renderPage(data: PageData): string {
  const page = readFileSync(new URL(PAGE, ownUrl), 'utf8')
  const at = page.indexOf(DATA_PLACE)
  return page.slice(0, at) + scriptText(JSON.stringify(data)) + page.slice(at + DATA_PLACE.length)
}

/** Within a script element, nothing may look like its end, or like a comment. */
const scriptText = (json: string): string =>
  json.replace(/[<>&\u2028\u2029]/g, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`)
