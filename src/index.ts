export {
  program,
  type Program,
  type ProgramDefinition,
  type ProgramWithInputs,
  type Results,
  type Self,
} from './program/program.ts'
export { array, bool, type Domain, int, oneOf } from './program/inputs/domains.ts'
export type { Mem } from './program/memory/mem.ts'
export type { Channel, ChannelOptions } from './program/primitives/channel.ts'
export { choose, join, spawn, yieldNow } from './program/operations/controls.ts'
export type { Yields } from './program/operations/operation.ts'
export { ops } from './program/operations/ops.ts'
export { sealed } from './program/sealing/sealed.ts'
export { assertVerified, NotVerifiedError } from './api/assert-verified.ts'
export { check, type CheckApiOptions, type CheckApiResult, replay, type ReplayApiOptions } from './api/check.ts'
export { type Admissible, admit, enforce, type EnforceOptions, verify, type VerifyApiOptions } from './host/irs/api.ts'
export type { Unit, UnitOptions, UnitRun, UnitRunOptions } from './host/irs/unit.ts'
export type { Inspection } from './results/inspection.ts'
export type { VerifyResult } from './results/verify-result.ts'
export type { RunResult } from './results/run-result.ts'
export type { LeftToRun, PriorityFunction } from './search/priorities/own.ts'
export type { Bug, CheckResult, EventRow, ReplayResult } from './results/check-result.ts'
export { HeddleError, type ErrorKind } from './base/errors.ts'
