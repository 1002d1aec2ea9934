import { group } from './construct.ts'

/** Code that is made, bound or handed around before it runs. */
export const madeCode = group('made', {
  'async fn without await and access':
    'let r=0; const f=async()=>{ r=1; return 5 }; const p=f(); return [r, typeof p.then, s.a[0]]',
  'async arrow in class & params':
    'class A { async m(x=(()=>5)()){ this.v=x } } const a=new A(); a.m(); return [a.v,s.a[0]]',
  'async generator object':
    'const g=async function*(){ yield 1 }; const it=g(); return [typeof it.next, typeof it[Symbol.asyncIterator], ' +
    's.a[0]]',
  'promise executors': 'let r=[]; const p=new Promise((res,rej)=>{ r.push(1); res(5) }); r.push(2); return [r,s.a[0]]',
  'promise then': { ungated: /event loop/, code: 'Promise.resolve(1).then((x)=>{ s.a[0]=5 }); return s.a[0]' },
  'Reflect.set receiver view': {
    refused: /of shared memory/,
    code: 'const q={}; try { T(Reflect.set(q,0,5,s.a)) } catch (e) { E(e) } return s.a[0]',
  },
  'Reflect.defineProperty via proxy': {
    refused: /made of shared memory/,
    code: 'const p=new Proxy(s.a,{}); try { p[0]=5; T(p[0]) } catch (e) { E(e) } return s.a[0]',
  },
  'Function subclass': 'class F extends Function { constructor(){ super("s","return s.a[0]") } } return new F()(s)',
  'Function toString & generator fn ctor':
    'const G=(function*(){}).constructor; const g=new G("s","yield s.a[0]; yield 2"); return [[...g(s)], ' +
    'g.toString(), new Function("a","return a").toString()]',
  'Function: a refusal cannot be caught': {
    only: 'sloppy',
    refused: /cannot be transformed/,
    code:
      'try { return Function("s","return ((arguments) => [arguments, s.a[0]])(5)")(s) } catch (e) { return ' +
      '"swallowed" }',
  },
  'Array.prototype.includes.call etc bound': 'const inc=Array.prototype.includes.bind(s.a); return [inc(3), inc(99)]',
  'Function.prototype.call.bind':
    'const map=Function.prototype.call.bind(Array.prototype.map); return map(s.a,(x)=>x+1)',
  'uncurried at & slice':
    'const at=Function.prototype.call.bind(s.a.at), sl=Function.prototype.apply.bind(s.a.slice); return ' +
    '[at(s.a,1), [...sl(s.a,[1,2])]]',
  'call.call.call':
    'return Function.prototype.call.call(Function.prototype.call, function(){ return [this.v,s.a[0]] }, {v:1})',
  'apply.call': 'return Function.prototype.apply.call(function(...a){ return [this.v,a,s.a[0]] }, {v:1}, [1,2])',
  'Reflect.apply on bound builtins': 'return Reflect.apply(Math.max.bind(null,5), null, [s.a[0], 9])',
  'bind twice & new bound':
    'function F(a,b){ this.s=[a,b,new.target===F] } const G=F.bind(null,1).bind({},2); const g=function(...a){ ' +
    'return [this?.v,...a,s.a[0]] }.bind({v:1},2).bind({v:9},3); return [new G().s, g(4), g.name, g.length]',
  'getter on Symbol.iterator accessed once':
    'let n=0; const it={ get [Symbol.iterator](){ n++; return function*(){ yield s.a[0] } } }; const r=[...it]; ' +
    'const [x]=it; for (const y of it); Array.from(it); new Set(it); Math.max(...it); (([z])=>z)(it); return n',
  'Array.from over Map/Set/string/arguments':
    'function f(){ return Array.from(arguments,(x)=>x+s.a[0]) } return [f(1,2), Array.from(new ' +
    'Set([1]),(x)=>s.a[x]), Array.from(new Map([[1,2]]).keys(),(x)=>s.a[x])]',
  'generator with return in try inside finally loops':
    'function* g(){ for (const x of [1,2,3]) { try { yield x; if (x===2) return "r" } finally { T("f",x,s.a[0]); ' +
    'if (x===1) continue; } } } const i=g(); return [i.next(),i.next(),i.next(),i.next()]',
  'the global Iterator': 'return [typeof Iterator, s.a[0]]',
  'matchAll, split, replace with symbols':
    'class R { [Symbol.replace](t,r){ return ["R",t,r] } [Symbol.split](t){ return ["S",t] } } return ' +
    '["x".replace(new R(),1), "y".split(new R()), "a1b2".replace(/\\d/g,(d)=>+d+1), ' +
    '[..."a1".matchAll(/./g)].length, s.a[0]]',
  'Symbol.replace suspending': {
    refused: /cannot be suspended/,
    code: 'class R { [Symbol.replace](t,r){ return ["R",s.a[0]] } } return "x".replace(new R(),1)',
  },
  'Date/JSON reviver/localeCompare callbacks':
    'return [JSON.parse("[1,2]",function(k,v){ return Array.isArray(v)?v.length:v }), ' +
    '["b","a"].sort((x,y)=>x.localeCompare(y)), s.a[0]]',
  'WeakRef, FinalizationRegistry, Intl':
    'return [new WeakRef(o).deref()===o, new Intl.NumberFormat("en").format(1234.5), s.a[0]]',
  'comma sequences w/ eval-indirect': 'return [(0,eval)("1+1"), (1,o.m)(2), s.a[0]]',
  'labelled blocks in functions with closures':
    'const r=[]; x: { const f=()=>s.a[0]; r.push(f()); if (r.length) break x; r.push(9) } y: for (let i=0;;i++) { ' +
    'const g=()=>i; if (g()===2) break y; r.push(g()); z: { if (i) break z; continue y } r.push("e") } return r',
  'do-while with let closure and continue label':
    'let i=0; const fs=[]; a: do { const j=i; fs.push(()=>j+s.a[0]); if (j===1) continue a } while (++i<3); ' +
    'return fs.map(f=>f())',
  'for-of destructuring w/ defaults that throw closes':
    'try { for (const {p=(()=>{ throw new Error("d"+s.a[0]) })()} of I(2)) T(1) } catch (e) { E(e) } return 1',
  'for-of break in switch in try':
    'for (const x of I(2)) { try { switch (s.a[x]) { case 3: continue; default: break } T("after",x); break } ' +
    'finally { T("f",x) } } return 1',
  'nested generators early exit closes all':
    'function* a(){ try { yield* b() } finally { T("a",s.a[0]) } } function* b(){ try { yield 1; yield 2 } ' +
    'finally { T("b",s.a[1]) } } for (const x of a()) break; const [y]=a(); return y',
  'spread in new & super & calls mix': {
    refused: /cannot be suspended/,
    code:
      'class A { constructor(...v){ this.v=v } } class B extends A { constructor(...v){ ' +
      'super(...v,...s.c.subarray(0,0),9) } } return [new B(1,...[2,3]).v, new A(...s.a,...[1]).v, ' +
      'Math.max(1,...[2],...s.a)]',
  },
  'parameter shadowing builtin helper names':
    'return ((Object,Reflect,Symbol,Array,Promise,undefined2,$h,$h0)=>[Object,Reflect,Symbol,Array,s.a[0],[...s.a' +
    '],{...s.c}])(1,2,3,4,5,6,7,8)',
  'var shadows in catch/for/blocks': {
    only: 'sloppy',
    code: 'var x=1; try { throw 2 } catch (x) { var x=3; T(x,s.a[0]) } for (var x of [7]) T(x); { var x=8 } return x',
  },
  'function declared in for body captured': {
    only: 'sloppy',
    code: 'const r=[]; for (const x of [1,2]) { r.push(f); function f(){ return x+s.a[0] } } return r.map(g=>g())',
  },
  'function in label / if-else sloppy': {
    only: 'sloppy',
    code: 'if (s.a[0]) function f(){ return 1 } else function f(){ return 2 } return f()',
  },
  'with + fn': {
    only: 'sloppy',
    refused: /cannot be suspended/,
    code: 'const q={p:1}; with (q) { p=2 } return [q.p,s.a[0]]',
  },
  'delete local/ arguments/ this props': {
    only: 'sloppy',
    code:
      'var x=1; function f(a){ return [delete a, delete arguments[0], arguments[0], a, delete this.zz, s.a[0]] } ' +
      'return [f(5), delete x]',
  },
  'this boxing in sloppy callbacks': {
    only: 'sloppy',
    code:
      'return [[1].map(function(){ return [typeof this,s.a[0]] },5)[0], [1].map(function(){ return ' +
      'this===globalThis && s.a[0] })[0]]',
  },
  'octal-like keys & numeric separators':
    'const q={0x10:1,1e3:2,.5:3,1_0:4,"01":5}; return [q,s.a[0b1],s.a[0x2],s.a[1e0],s.a["01"],s.a[+"1"]]',
  'BigInt index': 'return [s.a[1n], s.a[9n], s.a[-1n], (s.a[2n]=8), s.a[2n]++, s.a[2]]',
  'string index forms':
    'return [s.a["0"],s.a["00"],s.a["1.0"],s.a["-0"],s.a["1e0"],s.a[" ' +
    '1"],s.a["Infinity"],s.a["NaN"],s.a["4294967296"],s.a[[2]],s.a[{toString:()=>"3"}],s.a[true],s.a[null],s.a[un' +
    'defined]]',
  'write string index forms':
    's.a["00"]=1; s.a["1.5"]=V(2); s.a["-0"]=V(3); s.a["Infinity"]=V(4); s.a["x"]=V(5); s.a[true]=V(6); const ' +
    'k=Object.keys(s.a); delete s.a["00"]; delete s.a.x; delete s.a[true]; return [k,[...s.a]]',
  'element assignment in various value positions':
    'const q={v:(s.a[0]=5)}; const [z=(s.a[1]=6)]=[]; return ' +
    '[q,z,`${s.a[2]=7}`,(s.a[3]=8)?1:2,[s.a[0]=1,s.a[0]],T(s.a[0]=2),-(s.a[0]=3)]',
  'compound with every operand type':
    's.a[0]+="1"; s.a[1]+=null; s.a[2]+=undefined; s.a[3]-="x"; s.b[0]+="1"; s.c[0]+=255.9; return ' +
    '[[...s.a],[...s.b],[...s.c]]',
  'inc/dec on odd':
    's.b[0]=0.1; s.b[0]++; --s.b[1]; s.a["2"]++; s.a[9]++; s.a.foo=1; s.a.foo++; const f=s.a.foo; delete s.a.foo; ' +
    'return [[...s.b],f,s.a[2]++,s.a[9]++,s.n[0]--,s.n[0]]',
  'nullish element chains':
    'return [s.a?.[0]??9, s.a[9]??8, s.a[9]?.x, s.a?.["length"], s.a?.[9]?.[0], s?.a?.at?.(1), s.zz?.[0]?.[1]]',
  'typed from generator':
    'function* g(){ yield s.a[0]; yield 2 } return [Int32Array.from(g()), Int32Array.from(g(),(x)=>x*2), new ' +
    'Int32Array(g()), Int32Array.from(new Set(g())), Int32Array.from(g()[Symbol.iterator]())]',
  'typed of': 'return [Int32Array.of(s.a[0],"2",V(3)), Array.of(s.a[0],1).length]',
})
