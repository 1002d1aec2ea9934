export * from '../checking/checker.ts'
