/** All reports for people. */
export { checkReport, type CheckView } from './check-report.ts'
export { replayReport } from './replay-report.ts'
export { runReport } from './run-report.ts'
export { noPaint, paintFor } from './paint.ts'
export { SourceLines } from './source-lines.ts'
