/** Every construct of the table once more, with all that the transform makes suspendable on demand. */
import { setDemands } from '../../src/frontends/plain/demands.ts'

const names = ['p', 'g', 'x', 'y', 'v', 'u', 'k', 'w', 'q', 'value', 'done', 'fails', 'len', 'got', 'first', 'readOnly']
setDemands([
  'new',
  ...names.flatMap((name) => [`get ${name}`, `set ${name}`]),
  ...['#w', '#v', '#p'].flatMap((name) => [`get ${name}`, `set ${name}`]),
])
await import('./table.test.ts')
