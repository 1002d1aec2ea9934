export { program, type Program, type ProgramDefinition, type Results, type Self } from './program/program.ts'
export { type Mem } from './program/memory.ts'
export { choose, join, spawn, yieldNow } from './program/controls.ts'
export { ops, type Yields } from './program/ops.ts'
