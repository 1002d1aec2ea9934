import { group } from './construct.ts'

/** Receivers, arguments, keys and conversions of an unusual kind. */
export const exotic = group('exotic', {
  'arguments aliasing through closures & nested arrow': {
    only: 'sloppy',
    code:
      'function f(a,b){ const g=()=>{ arguments[0]=s.a[0]; b=7 }; g(); return ' +
      '[a,b,arguments[0],arguments[1],arguments.length] } return [f(1,2),f(1),f()]',
  },
  'arguments aliasing after delete / defineProperty': {
    only: 'sloppy',
    code:
      'function f(a,b){ delete arguments[0]; arguments[0]=5; s.a[0]; ' +
      'Object.defineProperty(arguments,"1",{writable:false}); b=9; return [a,arguments[0],b,arguments[1]] } return ' +
      'f(1,2)',
  },
  'arguments freeze': {
    only: 'sloppy',
    code: 'function f(a){ Object.freeze(arguments); a=s.a[0]; return [a,arguments[0]] } return f(1)',
  },
  'arguments with parameter reassigned by for-of/destructure/update': {
    only: 'sloppy',
    code: 'function f(a,b,c){ for (a of [s.a[0]]); [b]=[s.a[1]]; c++; return [...arguments] } return f(1,2,3)',
  },
  'arguments length writable & spread':
    'function f(){ arguments.length=1; s.a[0]; return [[...arguments], Array.from(arguments), arguments.length] } ' +
    'return f(1,2,3)',
  'arguments passed on':
    'function g(){ return arguments.length+s.a[0] } function f(){ return [g.apply(null,arguments), ' +
    'g(...arguments), Reflect.apply(g,null,arguments)] } return f(1,2)',
  'arguments in nested function is own':
    'function f(){ function g(){ return [arguments[0],s.a[0]] } const h=()=>arguments[0]; return [g(5),h(6)] } ' +
    'return f(1)',
  'arguments[Symbol.iterator] & toString tag':
    'function f(){ s.a[0]; return [Object.prototype.toString.call(arguments), ' +
    'arguments[Symbol.iterator]===Array.prototype.values, Object.getOwnPropertyNames(arguments).join()] } return ' +
    'f(1)',
  'arguments.callee recursion arrow': {
    only: 'sloppy',
    code: 'return (function(n){ return n? arguments.callee(n-1)+1 : s.a[0] })(3)',
  },
  'param named like function & var arguments init': {
    only: 'sloppy',
    code: 'function f(){ var arguments=arguments; return [typeof arguments, arguments.length, s.a[0]] } return f(1,2)',
  },
  'exponent with unary & assoc & assignment':
    'let x=2; x**=s.a[0]; return [x, (-2)**2, 2**-1, s.a[0]**2**0, s.b[0]**=2, s.n[0]**2n]',
  'exponent mixed errors':
    'try { s.a[0]**1n } catch(e) { E(e) } try { s.n[0]**=1 } catch(e) { E(e) } try { 2n**-s.n[0] } catch(e) { ' +
    'E(e) } return 1',
  'logical assign const':
    'const k=s.a[0]; try { k||=T(1) ; T("short") ; k&&=T(2) } catch(e) { E(e) } try { k??=T(3); T("ok") } ' +
    'catch(e) { E(e) } return k',
  'logical assign on undeclared': {
    only: 'strict',
    code: 'try { zz??=s.a[0] } catch(e) { E(e) } try { zz&&=1 } catch (e) { E(e) } return 1',
  },
  'comma in for, in args, in index':
    'let i=0; for (i=0, s.a[0]; i<2; i++, s.a[1]); return [s.a[(1,2)], (s.a[0],T)(5), i]',
  'spread holes':
    'const h=[1,,3]; return [[...h].length, 1 in [...h], 1 in h, [...h,,...[,]].length, Math.max(...[1,,3]), ' +
    '{...h}, Object.keys({...[,1]}), [,].length, [...h, s.a[0],,].length]',
  'spread of holes after suspension': 'const f=(...v)=>[v.length, 1 in v, s.a[0]]; return f(...[1,,3])',
  'array literal holes with suspension': 'const v=[s.a[0],,s.a[1],,]; return [v.length, 1 in v, 3 in v, v]',
  'iterator result getters':
    'const mk=()=>({[Symbol.iterator](){let i=0;return{next(){i++;return{get done(){T("done");return i>2},get ' +
    'value(){T("value");return s.b.length}}}}}}); for (const x of mk()) s.a[0]; const [p]=mk(); const ' +
    '[q,...r]=mk(); T([...mk()]); function* g(){ yield* mk() } return [p,q,r,[...g()]]',
  'iterator method returns different object with shared access':
    'let i=0; const it={ [Symbol.iterator]: function(){ s.a[0]; return { next: function(){ return { value: ' +
    's.a[i], done: i++>1 } } } } }; return [[...it], (i=0,Array.from(it)), (i=0,Math.max(...it)), (i=0,new ' +
    'Set(it).size), (i=0, Object.fromEntries), (([x])=>x)((i=0,it))]',
  'Array.from with iterator of program and mapper that throws closes':
    'const it={[Symbol.iterator](){ return { next(){ return {value:s.a[0],done:false} }, return(){ ' +
    'T("closed",s.a[1]); return {} } } }}; try { Array.from(it,(x)=>{ throw new Error("m") }) } catch(e) { E(e) } ' +
    'return 1',
  'new Map/Set from iterator that suspends':
    'function* g(){ yield [1,s.a[0]]; yield [2,s.a[1]] } try { return [...new Map(g())].concat([...new ' +
    'Set(g())].length) } catch (e) { return E(e) }',
  'Object.fromEntries from generator': 'function* g(){ yield ["p",s.a[0]] } return Object.fromEntries(g())',
  'JSON toJSON & toString': 'return [JSON.stringify({toJSON(){ return T(5) }}), s.a[0]]',
  'Symbol.toPrimitive in operations':
    'const p={[Symbol.toPrimitive](h){ T(h); return 7 }}; return [p+s.a[0], p*2, `${p}`, p<9, p==7, ' +
    's.a[p]??"none", [1,2,3][{[Symbol.toPrimitive](h){T(h);return 1}}], s.a[0]+=p]',
  'valueOf order in element assignment': 's.a[T(0)]=V(T(5)); s.a[V(1)]=9; return [s.a[0],s.a[1]]',
  'valueOf writes memory during assignment':
    'const v={valueOf(){ return 3 }}; s.a[0]=v; s.b[0]=v; s.c[0]=v; return [s.a[0],s.b[0],s.c[0]]',
  'conversion order: array, index, value with V8':
    'try { o.none[K("fail")] = T(1) } catch (e) { E(e) } try { null[T(1)][T(2)] } catch(e) { E(e) } return s.a[0]',
  'in operator with shared & proxies':
    'const p=new Proxy({}, { has(t,k){ T("has",String(k)); return k==="y" } }); return [T("x") in p, "y" in p, ' +
    's.a[0] in p, 0 in s.a, "-0" in s.a, "1.5" in s.a, Symbol.iterator in s.a]',
  'typeof & void & delete combos': {
    only: 'sloppy',
    code:
      'return [typeof s.a[0], typeof (()=>s.a)(), void s.a[0], delete s.a["x"], delete s.a[9], typeof delete o.zz, ' +
      '!delete o.q]',
  },
  'getter/setter on arrays with element suspend':
    'const v=[]; Object.defineProperty(v,0,{get(){T("g0");return 1},set(x){T("s0",x)}}); v[0]+=s.a[0]; v[0]++; ' +
    '[v[0]]=[s.a[1]]; return v[0]',
  'typed array of own memory behaves':
    'const v=new Int32Array(2); v[0]=s.a[0]; v[5]=1; v[-1]=2; v["1"]=V(3); v.x=1; const c=new ' +
    'Uint8ClampedArray([300,-5,1.5,2.5]); c[0]+=s.a[0]; return [v,v[5],v[-1],Object.keys(v),c]',
  'resizable own ArrayBuffer':
    'const b=new ArrayBuffer(8,{maxByteLength:16}); const v=new Int32Array(b); b.resize(16); v[3]=s.a[0]; const ' +
    'l=v.length; b.resize(4); return [l,v.length,v[3],[...v]]',
  'subarray of shared, byteOffset, views over same buffer':
    'const v=new Uint8Array(s.a.buffer,4,4); v[0]=s.a[0]; const w=s.a.subarray(1,3); w[0]++; return ' +
    '[s.a[1],w.length,w.byteOffset,v[0],new DataView(s.a.buffer).getInt32(4,true)]',
  'shared methods with species & constructor override':
    'const w=s.a.subarray(1); w.constructor=Array; try { return [w.map(x=>x).length] } catch (e) { return E(e) } ' +
    'finally { delete w.constructor }',
  'shared map/filter/slice with Symbol.species':
    'class V2 extends Int32Array { static get [Symbol.species](){ T("species"); return Int32Array } } const v=new ' +
    'V2(s.a.buffer,0,2); return [v.map(x=>x+1), v.slice(0,1), v.filter(x=>x>2), v.subarray(1).length, v[0]]',
  'set with overlapping shared views & own arrays':
    's.a.set(s.a.subarray(0,3),1); s.c.set(s.a); s.a.set({length:2,0:"7",1:V(8)}); s.a.set("12",2); return ' +
    '[[...s.a],[...s.c]]',
  'copyWithin overlap, negative, fractions':
    's.a.copyWithin(-3,0.9,NaN); s.a.copyWithin(1,-4,-1); s.a.copyWithin(0,1,undefined); return [...s.a]',
  'fill with conversions':
    's.a.fill(V(7), V(1), V(-1)); s.n.fill(3n,1); s.c.fill(-1); return [[...s.a],[...s.n],[...s.c]]',
  'sort with comparator non-function/undefined/NaN':
    's.a.sort(undefined); T([...s.a]); s.a.sort(()=>NaN); s.b.sort(); s.a.sort((x,y)=>({valueOf(){return y-x}})); ' +
    'return [[...s.a],[...s.b]]',
  'sort comparator throws mid':
    'let n=0; try { s.a.sort((x,y)=>{ if (n++===1) throw new Error("cmp"); return x-y }) } catch(e) { E(e) } ' +
    'return [...s.a]',
  'float sort with NaN and -0':
    's.b[0]=NaN; s.b[1]=-0; s.b[2]=0; s.b.sort(); return [...s.b].map(x=>Object.is(x,-0)?"-0":String(x))',
  'indexOf/includes semantic differences':
    's.b[0]=NaN; return [s.b.indexOf(NaN), s.b.includes(NaN), s.a.indexOf("3"), s.a.includes(undefined), ' +
    's.a.indexOf(1,-3), s.a.lastIndexOf(1,-2), s.a.lastIndexOf(1,undefined), s.n.indexOf(5n), s.n.includes(5)]',
  'join/toString/toLocaleString': {
    refused: /cannot be suspended/,
    code:
      'return [s.a.join(), s.a.join(""), s.a.join(undefined), s.a.join(null), String(s.a), s.a.toString(), ' +
      '`${s.a}`, s.a+""]',
  },
  'at/with/toSorted/findLast':
    'return [s.a.at(-1), s.a.at("1"), s.a.at(NaN), s.a.with(-1,V(9)), s.a.toSorted((x,y)=>y-x), ' +
    's.a.findLast(x=>x<4), s.a.findLastIndex(x=>x>9), s.a.toReversed()]',
  'reduce & callbacks writing to the view':
    'const r=s.a.reduce((t,x,i,v)=>{ v[i]=t; return t+x }, 0); s.a.forEach((x,i,v)=>{ if(i===0) v[3]=77 }); ' +
    'return [r,[...s.a], s.a.map((x,i,v)=>v[3-i])]',
  'Atomics in loops with shadow & alias':
    'const {load, add:plus}=Atomics; const A=Atomics; let r=[]; for (let i=0;i<2;i++) r.push(load(s.a,i), ' +
    'plus(s.a,i,1), A.load(s.a,i), A["sub"](s.a,i,1), globalThis.Atomics.load(s.a,i)); return r',
  'Atomics via bind, call, spread, Reflect, optional':
    'const ld=Atomics.load.bind(null,s.a); return [ld(0), Atomics.load?.(s.a,1), Atomics?.load(s.a,2), ' +
    'Atomics.load(...[s.a,3]), Atomics.add.apply(Atomics,[s.a,0,1]), Atomics.store.call(1,s.a,1,5), ' +
    '[0,1].map(Atomics.load.bind(null,s.a))]',
  'Atomics as callback':
    'return [[0,1].map((x)=>x, Atomics), [s.a].map(Atomics.load), [[s.a,1]].map((v)=>Atomics.load(...v))]',
  'Atomics value conversions writes':
    'return [Atomics.store(s.a,0,V("9")), Atomics.add(s.c,0,-2), Atomics.load(s.c,0), ' +
    'Atomics.exchange(s.n,0,-1n), Atomics.and(s.n,0,0xffn), Atomics.load(s.n,0), Atomics.or(s.a,0,2**33+4), ' +
    'Atomics.load(s.a,0), Atomics.sub(s.a,"0",null), Atomics.xor(s.a,[1],undefined)]',
  'Atomics.waitAsync': 'try { return typeof Atomics.waitAsync } finally { s.a[0] }',
  'Atomics with extra args & pause':
    'return [Atomics.load(s.a,0,T(1),T(2)), Atomics.add(s.a,0,1,T(3)), typeof Atomics.pause]',
})
