#!/usr/bin/env node
import { cli } from './cli.ts'

// A reader that has seen enough (`heddle check … | head`) is no error.
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error
  })
}

// No process.exit: what was printed into a pipe must still get there.
process.exitCode = await cli(process.argv.slice(2), { out: process.stdout, err: process.stderr })
