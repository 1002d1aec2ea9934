/** The same accesses in code that passes gates: enforcement must refuse what exploration refuses. */
process.env['HEDDLE_TEST_DIRECT'] = '1'
await import('./foreign-accesses.test.ts')
