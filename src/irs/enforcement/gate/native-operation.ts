import type { Operation } from '../../../program/operations/operation.ts'
import { running } from '../../../program/context/execution-context.ts'

/** As on an ordinary worker, where nothing is controlled. */
export function performNatively(op: Operation): unknown {
  const { pass } = running
  running.explored = false
  running.pass = null
  try {
    return op.spec.real(op)
  } finally {
    running.explored = true
    running.pass = pass
  }
}
