/** Random asynchronous functions that log what they do: as the body of `async function (s, L)`. */

class Writer {
  private state: number
  private serial = 0

  constructor(seed: number) {
    this.state = seed >>> 0
    for (let i = 0; i < 5; i++) this.below(2)
  }

  private below(n: number): number {
    this.state = (Math.imul(this.state, 1664525) + 1013904223) >>> 0
    return Math.floor((this.state / 2 ** 32) * n)
  }

  private one<T>(...options: readonly T[]): T {
    return options[this.below(options.length)]!
  }

  private id(): number {
    return this.serial++
  }

  private log(text: string): string {
    return `L(${JSON.stringify(text)});`
  }

  /** What has an effect on shared memory, so that the job is suspended. */
  private access(): string {
    const at = this.below(2)
    return this.one('', '', `s.a[${at}];`, `s.a[${at}]=${this.id()};`, `L("m"+Atomics.add(s.a,${at},1));`)
  }

  /** A value that may be a promise, a thenable or neither; one that is rejected with a small number is caught. */
  private value(depth: number): string {
    const id = this.id()
    const kind = this.below(depth > 0 ? 21 : 9)
    switch (kind) {
      case 0:
        return `${id}`
      case 1:
        return `Promise.resolve(${id})`
      case 2:
        return this.below(3) === 0 ? `Promise.reject(${id})` : `Promise.reject(${id}).catch((e)=>e)`
      case 3:
        return `({then(f,r){${this.log(`t${id}`)}${this.access()}${this.one('f', 'f', 'r')}(${id});${this.one('', 'f(0)', 'throw 1')}}})`
      case 4:
        return `new Promise((f,r)=>{${this.access()}${this.one(`f(${id})`, `r(${id})`, `throw ${id}`, `queueMicrotask(()=>{${this.log(`k${id}`)}f(${id})})`)}})`
      case 5:
        return `Promise.resolve(Promise.resolve(${id}))`
      case 6:
        return `({get then(){${this.log(`g${id}`)}return ${this.one('undefined', '(f)=>f(1)', '5')}}})`
      case 7:
        return `new Promise((f)=>f(Promise.resolve(${id})))`
      case 8:
        return this.one('undefined', 'null', '"x"')
      case 9:
      case 10:
      case 11:
        return `(async ${this.one('()=>', 'function()')}${this.block(depth - 1, true)})()`
      case 12:
        return `Promise.${this.one('all', 'allSettled', 'any', 'race')}([${this.list(depth - 1)}])`
      case 13:
        return `Promise.resolve(${this.value(depth - 1)}).then(${this.handler(depth - 1)}${this.one('', `,${this.handler(depth - 1)}`)})`
      case 14:
        return `Promise.resolve(${this.value(depth - 1)}).catch(${this.handler(depth - 1)})`
      case 15:
        return `Promise.resolve(${this.value(depth - 1)}).finally(${this.handler(depth - 1)})`
      case 16:
        return `o.m(${this.value(depth - 1)})`
      case 17:
        return `new C().${this.one('m', 'p', 'call')}(${this.value(depth - 1)})`
      case 18:
        return `gen(${this.generator(depth - 1)},${JSON.stringify(this.one('nn', 'nr', 'nt', 'r', 't', 'nnnn', 'nnnrn'))})`
      case 19:
        return `Promise.all((function*(){${this.access()}yield ${this.value(depth - 1)};yield ${id}})())`
      default:
        return `(async function f(n){${this.log(`f${id}`)}if(n>0)return ${this.one('', 'await ')}f(n-1);${this.access()}return n})(2)`
    }
  }

  private list(depth: number): string {
    return Array.from({ length: this.below(4) }, () => this.value(depth)).join(',')
  }

  private handler(depth: number): string {
    const id = this.id()
    return this.one(
      `(v)=>{L("h${id}:"+show(v));${this.access()}return ${id}}`,
      `(v)=>{L("h${id}:"+show(v));throw ${id}}`,
      `async(v)=>${this.block(depth, false)}`,
      `()=>${this.value(depth)}`,
      'undefined',
      '3',
    )
  }

  private generator(depth: number): string {
    const inside = Array.from({ length: this.below(3) }, () => this.inGenerator(depth)).join('')
    return `async function*(){${this.log(`s${this.id()}`)}${this.one(inside, `try{${inside}}finally{${this.log(`F${this.id()}`)}${this.one('', 'await 1;', 'yield 9;')}}`)}${this.one('', `return ${this.value(depth)};`)}}`
  }

  private inGenerator(depth: number): string {
    const id = this.id()
    return this.one(
      `L("y${id}:"+show(yield ${this.value(depth)}));`,
      `try{yield ${this.value(depth)}}catch(e){L("e${id}:"+show(e))}`,
      `L("d${id}:"+show(yield* ${this.one(`[${this.list(depth)}]`, depth > 0 ? `(${this.generator(depth - 1)})()` : '[1,2]')}));`,
      `L("w${id}:"+show(await ${this.value(depth)}));`,
      this.access(),
    )
  }

  private statement(depth: number, returns: boolean): string {
    const id = this.id()
    switch (this.below(depth > 0 ? 12 : 7)) {
      case 0:
        return this.log(`${id}`) + this.access()
      case 1:
        return `L("a${id}:"+show(await ${this.value(depth)}));`
      case 2:
        return `try{L("b${id}:"+show(await ${this.value(depth)}));${this.access()}}catch(e){L("c${id}:"+show(e));${this.access()}}finally{${this.log(`f${id}`)}${this.one('', 'await 0;')}}`
      case 3:
        return `keep(${this.value(depth)},${id});`
      case 4:
        return `queueMicrotask(()=>{${this.log(`q${id}`)}${this.access()}});`
      case 5:
        return `keep(Promise.resolve().then(()=>{${this.log(`p${id}`)}${this.access()}}).then(${this.handler(0)}),${id});`
      case 6:
        return `{const x=s.a[0]+(await ${this.value(0)},s.a[1]);L("x"+x);}`
      case 7:
        return `for await(const v of ${this.one(`(${this.generator(depth - 1)})()`, '[1,Promise.resolve(2)]', 'new Set([3])')}){L("i${id}:"+show(v));${this.access()}${this.one('', 'break;', 'continue;', 'await 1;', depth > 1 ? 'throw 5;' : '')}}`
      case 8:
        return `for(let i=0;i<2;i++){${this.block(depth - 1, false)}${this.one('', 'if(i==0)continue;')}}`
      case 9:
        return `L("z${id}:"+[await ${this.value(depth - 1)},await ${this.value(0)}].map(show));`
      case 10:
        return returns ? `return ${this.value(depth - 1)};` : this.access()
      default:
        return `{let r;const d=new Promise((f)=>{r=f});keep(d.then(${this.handler(depth - 1)}),${id});${this.one('', 'await 1;')}r(${this.value(depth - 1)});}`
    }
  }

  block(depth: number, returns: boolean): string {
    const count = 2 + this.below(3)
    return `{${Array.from({ length: count }, () => this.statement(depth, returns)).join('')}}`
  }
}

/** What programs use: nothing is left rejected, and values are logged by what they are. */
const prelude = `
const show=(v)=>v===null||typeof v!=='object'?String(v):v instanceof AggregateError?'AE'+v.errors.map(show):v instanceof Error?v.message:v instanceof Promise?'P':Array.isArray(v)?'['+v.map(show)+']':'{'+Object.keys(v).map((k)=>k==='then'?k:k+show(v[k]))+'}';
const keep=(p,id)=>{Promise.resolve(p).then((v)=>L('K'+id+show(v)),(e)=>L('R'+id+show(e)))};
const o={async m(v){L('o');const w=await v;s.a[0];return w}};
class C{#x=1;async m(v){L('C'+this.#x);return this.#n(v)}async #n(v){await null;return [await v,s.a[this.#x]]}async p(v){const f=async()=>[this.#x,arguments.length,await v];return f()}call(v){return this.m.call(this,v)}};
const gen=async(g,how)=>{const i=g();const r=[];for(const c of how){const n=c==='n'?i.next(c):c==='r'?i.return(Promise.resolve(7)):i.throw(8);r.push(n.then((v)=>{L('N'+c+show(v))},(e)=>{L('E'+c+show(e))}))}await Promise.all(r);return 'gen'};
`

/** The source of an async function of shared memory and a function that logs. */
export function randomJobs(seed: number): string {
  const writer = new Writer(seed)
  const body = writer.block(3, true)
  return `async function main(s,L){${prelude}try{return await(async()=>${body})()}catch(e){L('!'+show(e))}}`
}
