import { group } from './construct.ts'

/** Loops, generators and iterators that are left early, and closures that outlive their turn. */
export const leaving = group('leaving', {
  'labelled continue through two finallys':
    'const r=[]; a: for (const x of [0,1,2]) { b: for (const y of [0,1]) { try { try { if (x===1) continue a; if ' +
    '(y===1) continue b; r.push(x,y,s.a[y]) } finally { r.push("f1"); if (x===2) break b } } finally { ' +
    'r.push("f2", s.a[0]) } } r.push("end") } return r',
  'break out of finally overrides throw, iterator closed':
    'const r=[]; a: for (const x of I(2)) { try { throw new Error("x") } finally { r.push(s.a[0]); break a } } ' +
    'return r',
  'return in finally of generator in for-of':
    'function* g(){ try { yield 1; yield 2 } finally { return T(s.a[0]) } } const r=[]; for (const x of g()) { ' +
    'r.push(x); break } return r',
  'nested for-of closes inner then outer':
    'o2: for (const x of I(2)) for (const y of I(2)) { T(x,y); continue o2 } return s.a[0]',
  'nested for-of return closes both':
    'return (() => { for (const x of I(2)) for (const y of I(2)) return T(s.a[0]) })()',
  'throw in body, return fails: body error wins':
    'try { for (const x of I(4)) { s.a[0]; throw new Error("body") } } catch(e) { E(e) }',
  'break, return fails: return error wins': 'try { for (const x of I(4)) { s.a[0]; break } } catch(e) { E(e) }',
  'return gives non-object on break': 'try { for (const x of I(6)) { s.a[0]; break } } catch(e) { E(e) }',
  'return gives non-object on throw':
    'try { for (const x of I(6)) { s.a[0]; throw new Error("b") } } catch(e) { E(e) }',
  'bad result of next':
    'try { for (const x of I(7)) T(x, s.a[0]) } catch(e) { E(e) } try { const [p,q,t] = I(7) } catch(e) { E(e) } ' +
    'try { [...I(7)] } catch (e) { E(e) } try { Math.max(...I(7)) } catch (e) { E(e) } try { new Map(I(7)) } ' +
    'catch (e) { E(e) } return s.a[0]',
  'yield* delegates return and throw':
    'function* in1(){ try { yield s.a[0]; yield 2 } catch (e) { T("in", e); yield "c" } finally { T("fin", ' +
    's.a[1]) } return "ret" } function* g(){ const v = yield* in1(); T(v); yield v } const i=g(); const ' +
    'r=[i.next(), i.throw("boom"), i.next(), i.next()]; const j=g(); j.next(); return [r, j.return(7), j.next()]',
  'yield* to iterator without throw':
    'function* g(){ try { yield* I(3) } catch (e) { E(e) } yield s.a[0] } const i=g(); i.next(); T(i.throw("x")); ' +
    'const j=(function*(){ yield* I(2) })(); j.next(); try { j.throw("y") } catch (e) { E(e) } return 1',
  'yield* return with iterator lacking return':
    'function* g(){ try { yield* I(3) } finally { T(s.a[0]) } } const i=g(); i.next(); return [i.return(5), ' +
    'i.next()]',
  'yield* passes values and result objects untouched':
    'const res={done:false,value:1,extra:2}; let k=0; const it={[Symbol.iterator](){return{next(v){T("n",v); ' +
    'return k++?{done:true,value:9}:res},return(v){T("r",v);return{done:true,value:v}}}}}; function* g(){ return ' +
    'yield* it } const i=g(); const r=i.next("a"); return [r===res, i.next("b"), s.a[0]]',
  'yield* bad result':
    'function* g(){ yield* I(7) } const i=g(); i.next(); try { i.next() } catch (e) { E(e) } return s.a[0]',
  'yield* of array, string, args, view':
    'function* g(){ yield* [1,2]; yield* "ab"; yield* s.a; yield* arguments; return s.a[0] } return [[...g(5,6)]]',
  'generator return during yield in finally chain':
    'function* g(){ try { try { yield 1 } finally { T("a"); yield s.a[0] } } finally { T("b"); yield s.a[1] } } ' +
    'const i=g(); i.next(); return [i.return("R"), i.next(), i.next(), i.next()]',
  'a generator function whose parameter takes a view apart': {
    refused: /cannot be suspended/,
    code:
      'function* g([a,b]=s.a, {length}=s.a){ yield a; yield b; yield length } try { return [...g()] } catch (e) { ' +
      'return E(e) }',
  },
  'generator method this & super':
    'class A { *m(){ yield this.v; yield s.a[0] } } class B extends A { v=3; *m(){ yield* super.m(); yield ' +
    '(()=>super.m().next().value)() } } return [...new B().m()]',
  'generator: array destructuring swap with yields':
    'function* g(){ let a=1,b=2; [a,b]=[b,yield a]; return [a,b,s.a[0]] } const i=g(); i.next(); return i.next(9)',
  'generator in class static block closure':
    'class A { static *g(){ yield s.a[0] } static f = [...(function*(){ yield 1 })()] } return [A.f, [...A.g()]]',
  'for-let closure captured in condition & update & body mutate':
    'const fs=[]; for (let i=0, n=s.a[0]; fs.push(()=>i), i<n; fs.push(()=>i), i++) { fs.push(()=>i++); s.a[0] } ' +
    'return fs.map(f=>f())',
  'for-let continue copies':
    'const fs=[]; for (let i=0;i<4;i++) { if (i%2) { fs.push(()=>[i,s.a[0]]); continue } fs.push(()=>i+=10) } ' +
    'return fs.map(f=>f()).concat(fs.map(f=>f()))',
  'for-in let closures':
    'const fs=[]; for (let k in {a:1,b:2}) { fs.push(()=>k); k+="!"; s.a[0] } return fs.map(f=>f())',
  'for with destructured let closures':
    'const fs=[]; for (let [i,j]=[0,s.a[0]]; i<j; [i,j]=[i+1,j]) fs.push(()=>[i,j,s.a[1]]); return fs.map(f=>f())',
  'for-of with destructuring closure':
    'const fs=[]; for (const [k,{v=s.a[0]}] of [[1,{}],[2,{v:5}]]) fs.push(()=>[k,v]); return fs.map(f=>f())',
  'loop-let in TDZ of own init closure':
    'let f; try { for (let i=(f=()=>i, s.a[0]); i<4; i++) { T(f()) } } catch(e) { E(e) } return f()',
  'class in loop head closure':
    'const cs=[]; for (let C=class { static v=s.c.length; m(){ return s.a[0] } }, i=0; i<2; i++) cs.push(C); ' +
    'return [cs[0]===cs[1], new cs[0]().m()]',
  'let shadow of loop variable in body via var closure':
    'var r=[]; for (var i=0;i<2;i++) { let j=i; r.push(()=>j+i+s.a[0]) } return r.map(f=>f())',
  'eval in loop closure': 'const fs=[]; for (let i=0;i<2;i++) fs.push(()=>[eval("i"), s.a[i]]); return fs.map(f=>f())',
  'switch scope closure':
    'const fs=[]; for (const x of [0,1]) switch (x) { case 0: let y=x; fs.push(()=>y+s.a[0]); break; case 1: y=5; ' +
    'fs.push(()=>y) } return fs.map(f=>f())',
  'accessor pair static & proto via defineProperty':
    'const q=Object.defineProperty({}, "p", { get(){ T("g"); return 1 }, set(v){ T("s",v) } }); q.p+=s.a[0]; ' +
    'q.p??=T(1); q.p||=T(2); q.p&&=s.a[1]; [q.p]=[s.a[2]]; ({x:q.p}={x:3}); return q.p++',
  'a setter that accesses shared memory': {
    refused: /cannot be suspended/,
    code: 'const q={ set p(v){ s.a[0]=v } }; try { q.p=1 } catch (e) { E(e) } return 1',
  },
  '__proto__ setter': 'const q={m(){return s.a[0]}}; const r={}; r.__proto__=q; return [r.m(), r.__proto__===q]',
  'a getter on the prototype': 'const q=Object.create({ get p(){ return this.v } }); q.v=s.a[0]; return [q.p, q["p"]]',
  'default order with shared':
    'const { [T("a")]: x = T(s.a[0]), [T("b")]: y = (T("y"), s.a[1]) } = { get a(){ T("ga"); return undefined }, ' +
    'get b(){ T("gb"); return 2 } }; return [x,y]',
  'assignment destructuring target order vs getter':
    'const q={}; ({ [T("k1")]: T(q)[T("p")] = T(1), k2: T(q)[s.a[0]] = T(2) } = { get k1(){ T("gk1") }, get k2(){ ' +
    'T("gk2"); return s.c.length } }); return q',
  'array assignment target evaluated before next':
    'const q={}; [T(q)[T("x")], q[T("y")]=T("d")] = I(1); return [q,s.a[0]]',
  'rest into element & property':
    'const q={}; [s.a[0], ...q.r] = [7,8,9]; ({ a: s.a[1], ...q.t } = {a:1,b:2}); [...s.a[2]] = [1]; return [q, ' +
    's.a[2]]',
  'rest pattern nested': 'const [x, ...[y, ...{length}]] = s.a; return [x,y,length]',
  'object rest excludes computed keys':
    'const k=K("b"); const {a, [k]: b, ...r} = {a:1,b:2,c:3,[Symbol.iterator]:4}; return ' +
    '[a,b,r,Object.getOwnPropertySymbols(r).length,s.a[0]]',
  'rest excludes symbol & non-enumerable & getters':
    'const y=Symbol(); const src={get p(){T("gp");return 1},[y]:2,z:3}; ' +
    'Object.defineProperty(src,"h",{value:1,enumerable:false}); const {[y]:w,...r}=src; return ' +
    '[w,r,Reflect.ownKeys(r).length,s.a[0]]',
  'destructuring a string, number, boolean':
    'const {length, 0:c}="xyz"; const {toFixed}=5; const [p,...q]="a😀b"; const {constructor:{name}}=true; return ' +
    '[length,c,typeof toFixed,p,q,name,s.a[0]]',
  'destructuring assignment returns source': 'let x; const q=[1,2]; return [([x]=q)===q, ({length:x}=s.a)===s.a, x]',
  'nested assignment pattern in call args': 'let x,y; return [T([x,[y=s.a[0]]=[]]=[1]), x, y]',
  'for-of with assignment pattern into elements':
    'for ([s.a[0], s.a[1]=9] of [[1],[2,3]]) T(s.a[0],s.a[1]); for ({p:s.a[2]=s.a[0]} of [{},{p:6}]) T(s.a[2]); ' +
    'return 1',
  'catch with pattern & defaults':
    'try { throw {p:undefined,q:[1]} } catch ({p=s.a[0], q:[r,t=s.a[1]], ...u}) { return [p,r,t,u] }',
  'function name inference in patterns':
    'const {f=()=>s.a[0], g:h=function(){return s.a[0]}, i:[j=class{}]=[]}={}; let k; ({k=()=>s.a[0]}={}); ' +
    '[k=()=>1]=[]; return [f.name,h.name,j.name,k.name]',
  'private in arrow default & nested optional':
    'class A { #x=1; #m(y=this.#x){ return y+s.a[0] } t(){ return [this?.#m(), (()=>this.#m(2))(), this.#x??=5, ' +
    'this.#x&&=s.a[1], this.#x**=2] } } return new A().t()',
  'private static methods & accessors':
    'class A { static #c=0; static get #v(){ return A.#c } static set #v(v){ A.#c=v } static #inc(n){ ' +
    'A.#v+=n+s.a[1]; return A.#v++ } static go(){ return [A.#inc(1), A.#v, (()=>this.#inc(2))()] } } return ' +
    'A.go()',
  'private field holding view elements':
    'class A { #v; constructor(v){ this.#v=v } get(i){ return this.#v[i] } set(i,x){ this.#v[i]=x; return ' +
    'this.#v[i]++ + (this.#v[i]+=2) } at(i){ return this.#v?.[i] } } const x=new A(s.a); return [x.get(0), ' +
    'x.set(1,5), x.at(1), x.at(9)]',
  'class fields with arrow and super call later':
    'class A { m(){ return s.a[0] } } class B extends A { f=(x=super.m)=>x.call(this); g=()=>{ const ' +
    'h=()=>super.m(); return h() } } const b=new B(); return [b.f(), b.g()]',
  'class computed keys with side effects order & fields':
    'const r=[]; const k=(x)=>(r.push(x),x); class A { [k("a")]=r.push("fa"); static [k("b")]=r.push("fb"); ' +
    '[k("c")](){ return s.a[0] } static { r.push("blk") } static [k("d")]=r.push("fd") } new A(); return [r,new ' +
    'A().c()]',
  'accessor inheritance static super':
    'class A { static get p(){ return this.q } static q=1 } class B extends A { static q=s.c.length; static r(){ ' +
    'return [super.p, s.a[0]] } } return B.r()',
  'class extends function & Symbol.species etc':
    'function F(x){ this.x=x } F.prototype.m=function(){ return [this.x,s.a[0]] }; class G extends F { ' +
    'constructor(){ super(5) } m(){ return super.m() } } return new G().m()',
  'super property delete & undefined':
    'class A{} class B extends A { m(){ try { delete super.x } catch(e) { E(e) } return [super.x, super["y"], ' +
    's.a[0]] } } return new B().m()',
  'super in static block and field':
    'class A { static m(){ return 5 } } class B extends A { static v=super.m(); static { this.w=super.m()+1 } ' +
    'static t(){ return [B.v,B.w,s.a[0]] } } return B.t()',
  'object super set on receiver':
    'const p={ set x(v){ T("set",this===q,v) } }; const q={ __proto__:p, m(){ super.x=s.a[0]; super["x"]=1; ' +
    '[super.x]=[2]; ({a:super.x}={a:3}); for (super.x of [4]); super.x??=9; return 1 } }; return q.m()',
  'new.target in arrow in constructor fn & class':
    'function F(){ const g=()=>new.target; this.t=g()===F; this.u=(()=>(()=>new.target===F)())() } class A { ' +
    'constructor(){ this.n=(()=>new.target.name)() } } class B extends A {} const x=new F(); return [x.t,x.u,new ' +
    'B().n,s.a[0]]',
  'derived constructor returning & this TDZ in arrow':
    'class A{} class B extends A { constructor(k){ const f=()=>this; if (k) { try { f() } catch(e) { E(e) } } ' +
    'super(); if (f()!==this) T("bad"); this.f=f } } return [new B(1).f() instanceof B, s.a[0]]',
  'instance brand via return override':
    'class R { constructor(o){ return o } } class P extends R { #x=1; static has(o){ return #x in o } m(){ return ' +
    'this.#x } } const z={}; new P(z); return [P.has(z), P.has({}), P.prototype.m.call(z), s.a[0]]',
  'double private init':
    'class R { constructor(o){ return o } } class P extends R { #x=1 } const z={}; new P(z); try { new P(z) } ' +
    'catch(e) { E(e) } return s.a[0]',
  'tag caching across calls, via member, in loops':
    'const seen=[]; const tag=(st)=>(seen.push(st),s.a[0]); for (const i of [0,1]) tag`a${i}b`; const ' +
    'f=()=>tag`a${1}b`; f(); f(); return [seen[0]===seen[1], seen[2]===seen[3], seen[0]===seen[2], ' +
    'seen[0].raw===seen[1].raw]',
  'tag with new, super, chain':
    'class A { tag(st,...v){ return [st.join(),...v,s.a[0]] } } class B extends A { m(){ return super.tag`x${1}y` ' +
    '} } function mk(){ return function(st){ return st.raw[0] } } return [new B().m(), mk()`\\n`, new (function(){ ' +
    'this.t=(st)=>st[0]+s.a[0] })().t`z`]',
  'tag returning tag': 'const t=(st)=>(st2)=>[st[0],st2[0],s.a[0]]; return t`a``b`',
  'template with toString vs valueOf vs symbol':
    'try { `${Symbol("q")}` } catch(e) { E(e) } return `${{toString(){T("ts");return ' +
    '"x"},valueOf(){T("vo");return 1}}}${s.a[0]}${[1,[2]]}${null}${undefined}${-0}${s.n[0]}`',
  'optional chain this-preserving with parens & computed':
    'const q={v:1,f(){return [this?.v,s.a[0]]}}; return [q?.f(), (q?.f)(), q?.["f"](), q.f?.(), (q.f)?.(), ' +
    'q?.f?.call({v:9}), (q?.f).call({v:8}), q.g?.h.i.j(T("no")), q?.f().length]',
  'optional chain with element writes blocked & deletes':
    'const q=null; return [delete q?.x, q?.[s.a[0]++], q?.f(s.a[0]++), q?.x.y.z, typeof q?.x, s.a[0]]',
  'optional call on shared-returning functions':
    'const f=()=>s.a; const g=undefined; return [f?.()?.[0], g?.()[0], f?.()[1], f()?.at?.(0), f?.().at(1), ' +
    'g?.(s.a[0]++).x, s.a[0]]',
  'optional chain in template tag & new':
    'const q={A:class{constructor(v){this.v=v}}}; return [new (q?.A)(s.a[0]).v, q?.A?.name]',
  'optional eval': 'var x=1; return [eval?.("typeof x"), s.a[0]]',
  'long chains mixing':
    'const q={a:[{b:()=>({c:s.a})}]}; return [q?.a?.[0]?.b?.()?.c?.[0], q.a[0].b().c[1], q?.z?.[s.a[0]=99]?.b(), ' +
    's.a[0]]',
})
