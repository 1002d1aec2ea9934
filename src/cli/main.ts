#!/usr/bin/env node
import { startEarly } from '../host/check-worker.ts'

const args = process.argv.slice(2)
// Commands that explore a file, before anything else is loaded: by the time that they are parsed, half of it is there.
if (['check', 'replay', 'verify'].includes(args[0]!) && !args.includes('--help')) startEarly()
const { cli } = await import('./cli.ts')

// A reader that has seen enough (`heddle check … | head`) is no error.
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error
  })
}

// No process.exit: what was printed into a pipe must still get there.
process.exitCode = await cli(args, { out: process.stdout, err: process.stderr })
