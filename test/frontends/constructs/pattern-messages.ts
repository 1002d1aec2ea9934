import { group } from './construct.ts'

/** What is said when a pattern cannot take apart what it gets depends on where, and of what, the pattern is a part. */
const setting = 'let p, x; const u = undefined, k = "k", c = true, make = () => ({}); '
const tried = (statements: readonly string[]): string =>
  `${setting}${statements.map((text) => `try { ${text} } catch (e) { E(e) }`).join('\n')}\nreturn s.a[0]`

/** What a pattern may have as a default, and cannot iterate. */
const defaults = [
  'p', 'o.none', 'T(5)', 'o.m(5)', 'o.m()', '(1, 5)', '(c ? u : 1)', 'new Map().size', '5', 'u ?? p', '-1', '!p',
  '[][0]', 'o["none"]', 'o[T("none")]', 'o?.none', '(p = 5)', 'p++', '() => 1', '{}', '{ a: 1 }', 'null', 'undefined',
  'true', 'this', 'class {}', 'function () {}', 'o.m(o).none', '1n', '/x/', 'T', 'T()',
]

export const patternMessages = group('messages of patterns', {
  'defaults that cannot be iterated': tried(defaults.flatMap((text) => [
    `({ q: [p] = ${text} } = {})`, `[[p] = ${text}] = []`, `const [[x] = ${text}] = []`,
    `const { q: [x] = ${text} } = {}`, `(([x] = ${text}) => s.a[0])()`, `(({ q: [x] = ${text} }) => s.a[0])({})`, `for ([p] of [${text}]);`,
  ])),
  'first properties': tried([
    '({0: p} = u)', '({0: o.x} = u)', '({0: o["x"], x: p} = undefined)', '({0: p} = undefined)',
    '({1.5: p} = undefined)', '({"q": o.x} = undefined)', '({q: o.x} = undefined)', '({"q r": o.x} = undefined)',
    'const {0:a}=undefined', 'const {"q":a}=undefined', '(({0:a})=>1)()', '({0: [p]} = undefined)',
    '({0: {p}} = undefined)', '({0: p = 1} = undefined)', '({0: o.x = 1} = undefined)', '({"x": p} = undefined)',
    '({p} = undefined)', '({p, 0: o.x} = undefined)', '({0: o.x, ...p} = undefined)', '({["q"]: o.x} = undefined)',
    '({[p]: o.x} = undefined)', '({[1]: o.x} = u)', '({"0": o.x} = u)', '({"0": p} = u)', '({q: [p]} = u)',
    '({q: {p}} = u)', '({q: o.x = 1} = u)', '({q: p = 1} = u)', '({q: o.x} = o.none)', '({0: o.x} = o.none)',
    'for ({0: o.x} of [u]);', 'for ({q: o.x} of [u]);', '[{0:o.x}] = [u]', '[{q:o.x}] = [u]', '({q: {0: o.x}} = {})',
    '({q: {r: o.x}} = {})', '[p] = p', '({q: [p]} = {})', '({q: [p] = o.x} = {})', '({length: [p] = p} = {})',
    '({length: [p] = 1} = {})', '({length: [p] = u} = {})', '({length: [o.x,p] = u} = {})',
    '({length: [p, o.x] = u} = {})', '({length: [o.x] = 5} = {})', '({length: [o.x] = o.none} = {})',
    'const [[x]=u]=[]', 'const [[x]=o.none]=[]', 'const {q:[x]=u}={}', 'const {q:[x]=o.none}={}', 'const {q:[x]}={}',
    'const {q:[x]}={q:5}', '({q:[o.x]} = {q:5})', 'const {q:{x}=u}={}', 'const {q:{x}=o.none}={}',
    '({q:{x:p}=o.none}={})', '({q:{x:o.p}=o.none}={})', '({q:{x:o.p}=u}={})',
    '({length: o["x"] = 1, "2": [o.x, p, ] = 5} = {})', '({2: [o.x, p, ] = 5} = {})', '({2: [p] = 5} = {})',
    '({2: [p]} = {2:5})', '(([x])=>1)()', '(({q:[x]=5})=>1)({})', '(({q:[x]=p})=>1)({})', '(({2:[x]=p})=>1)({})',
    '(({2:[x]})=>1)({2:5})', '[[p]=5]=[]', '[[p]=p]=[]', '[[o.x]=p]=[]', '[[o.x]]=[5]', '[[p]]=[5]',
  ]),
  'names of subjects': tried([
    'for (const {p=1} of [u]);', 'for (const {p:q=1} of [u]);', '(({p=1})=>p)()', '(({p=1}=u)=>p)()',
    '(({p}=u)=>p)()', 'try { throw u } catch ({p=1}) {}', 'const {p=1}=u', 'const {p:q=1}=u', 'const {q:{x=1}=u}={}',
    'const {q:{x}=u}={}', 'const [{x=1}=u]=[]', 'const [{x=1}]=[u]', 'const [{x}]=[u]', '[{x:o.p}]=[u]',
    '[{x:p}]=[u]', '[{x:p=1}]=[u]', '({q:{x:p=1}=u}={})', '({[k]:p}=u)', '({[k]:o.x}=u)', 'const {[k]:q}=u',
    'const {[T(k)]:q}=u', '({[T(k)]:p}=u)', '({[T(k)]:o.x}=u)', 'for (const {[k]:q} of [u]);',
    'for ({[k]:o.x} of [u]);', 'const {q:{[k]:x}}={}', '({q:{[k]:p}}={})', '({q:{[k]:o.x}}={})',
    'const {q:{[k]:x}=u}={}', '({...p}=u)', '({...o.x}=u)', 'const {...q}=u', 'const {q:{...r}}={}', '({}=u)',
    'const {}=u', 'const {q:{}}={}', '({q:{}}={})', '(({})=>1)()', '(({[k]:q})=>1)()', '(({...q})=>1)()',
    'const {x:[q]}=make()', 'const {x:[q]}=make`x`', 'const {x:[q]}=new make', '({x:[p]}=make())',
    '({x:[p]}=c?{}:{})', 'const {x:[q]}=c?{}:{}', 'const {x:[q]}=o', 'const {x:[q]}=o.none',
    'const {x:{y:[q]}}={x:{}}', 'const {x:{y:[q]}}={x:{y:5}}', 'const {x:[q]=5}=make()', 'const {y,x:[q]}=make()',
    'const {y=1,x:[q]}=make()', '({y:o.x,x:[p]}=make())', '({y:p=1,x:[p]}=make())', '({y:p,x:[p]}=o)',
    '({y:p,x:[p]}={x:5})', '({y:p=1,x:[p]}={x:5})', '({x:[p],y:p}={x:5})', '({x:[p],y:p}={})',
    'for (const {x:[q]} of [{}]);', 'for ({x:[p]} of [{}]);', 'for ({x:[p]} of [{x:5}]);', '(({x:[q]})=>1)({})',
    '(({x:[q]}={})=>1)()', '(({x:[q]})=>1)({x:5})', 'try { throw {} } catch ({x:[q]}) {}', 'const [{x:[q]}]=[{}]',
    '({y:{x:[p]}}={y:{}})', '({y:{x:[p]}={}}={})', '({y:{x:[p]}=o}={})', '({[k]:[p]}={})', 'const {[k]:[q]}={}',
    'const {0:[q]}={}', '({0:[p]}=o)', '({"s":[p]}=o)', '({a:p=1,x:[p]}=o)', '({x:[p]}=(0,o))', '({x:[p]}=o.q||o)',
  ]),
  'parts and loops': tried([
    'for ({p} of [u]);', 'for ({p:o.x} of [u]);', 'for ({p:o.x} of [null]);', 'for ({[k]:p} of [u]);',
    'for ({...p} of [u]);', 'for ({...o.x} of [u]);', 'for ({} of [u]);', 'for (const {} of [u]);',
    'for (const {...q} of [u]);', 'for ({p:[p]} of [u]);', 'for ([p] of [u]);', 'for (const [q] of [u]);',
    'for ([o.x] of [u]);', 'for (const [q] of [5]);', 'for (var {p} of [u]);', 'for (let {[k]:q} of [u]);',
    'const [{[k]:x}]=[u]', '[{[k]:p}]=[u]', '[{}]=[u]', 'const [{}]=[u]', 'const [{...x}]=[u]', '[{...p}]=[u]',
    '({q:{...p}}={})', '({q:{...p}=u}={})', 'const {q:{...x}=u}={}', '({q:{...o.x}=u}={})', '({[k]:{}}={})',
    '({[k]:{x:p}}={})', '({[k]:{[k]:p}}={})', 'const {[k]:{}}={}', 'const {q:{r:{}}}={q:{}}',
    'const {q:{r:{[k]:x}}}={q:{}}', 'const {q:{[k]:x}}=o', 'const {q:{[k]:x}}=T({})', '(({q:{}})=>1)({})',
    '(({q:{}}={})=>1)()', 'for (const {q:{}} of [{}]);', 'for ({q:{}} of [{}]);',
    'try { throw {} } catch ({q:{}}) {}', 'try { throw u } catch ({}) {}', 'try { throw u } catch ({[k]:q}) {}',
    'try { throw u } catch ({p}) {}', 'try { throw u } catch ([q]) {}', 'const {q:{}={}}={q:null}',
    'const {q:{}=o}={q:null}', 'const {q:{x}=o}={q:null}', 'const {q:[x]=o}={q:null}', 'const {q:[x]=o}={q:5}',
    'const [[x]=o]=[5]', '(([x]=o)=>1)(5)', '(([x]=T(1))=>1)(5)',
  ]),
  'what suspends inside': tried([
    '({0: s.a[0]} = u)', '({q: s.a[0]} = o.none)', '({q: [s.a[0]]} = {})', '({q: {x: s.a[0]}} = {})',
    '({q: {x: s.a[0]} = u} = {})', '[{x: s.a[0]}] = [u]', 'for ({x: s.a[0]} of [u]);', 'for ([s.a[0]] of [u]);',
    '({[k]: s.a[0]} = u)', '({...s.a[0]} = u)', '({x, [k]: s.a[0]} = u)', '({x: s.a[0], y: p} = T(null))',
    '[s.a[0]] = u', '[s.a[0]] = o.none', '[s.a[0]] = T(5)', '[[s.a[0]] = T(5)] = []', '({q: [s.a[0]] = T(5)} = {})',
    '({q: {[s.a[0]]: p}} = {})', 'const {q: {[s.a[0]]: x}} = {}', 'const {[s.a[0]]: x} = u',
    'const {[s.a[0]]: {}} = {}', '(({[s.a[0]]: x}) => 1)()', '(({q:{[s.a[0]]: x}}) => 1)({})',
    'for (const {[s.a[0]]: x} of [u]);', 'for (const {q:{[s.a[0]]: x}} of [{}]);', 'const {q = s.a[0]} = u',
    'const {q: [x = s.a[0]]} = {}', 'const {q: {x = s.a[0]}} = {}', '(({q = s.a[0]}) => 1)()',
    '(([q = s.a[0]]) => 1)()', '(([q = s.a[0]] = 5) => 1)()', '(([q = s.a[0]] = T(5)) => 1)()',
    '(({p: [q = s.a[0]]}) => 1)({})', 'try { throw u } catch ({q = s.a[0]}) {}',
    'try { throw u } catch ([q = s.a[0]]) {}', 'for (const [q = s.a[0]] of [u]);', 'for (const {q = s.a[0]} of [u]);',
  ]),
})
