/** Builds the site of the documentation into `dist/site`, or into the folder that is named. */
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildSite } from './build-site.ts'

const target = resolve(process.argv[2] ?? fileURLToPath(new URL('../../site', import.meta.url)))
const pages = await buildSite(target)
console.log(`${target}: ${pages} pages; open ${target}/index.html`)
