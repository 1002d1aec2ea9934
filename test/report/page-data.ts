/** Reads back what a page was given. */
import type { PageData } from '../../src/report/html/page-data.ts'

export function dataOf(html: string): PageData {
  const [, json] = /<script type="application\/json" id="data">(.*?)<\/script>/s.exec(html) ?? []
  if (json === undefined) throw new Error('the page has no data')
  return JSON.parse(json) as PageData
}
