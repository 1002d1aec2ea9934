/** The same programs and constructs in the form that passes gates: they must do the same in the same order as in exploration. */
process.env['HEDDLE_TEST_DIRECT'] = '1'
await import('./oracle.test.ts')
await import('./constructs.test.ts')

export {}
