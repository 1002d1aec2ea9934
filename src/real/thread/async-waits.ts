/** How many `Atomics.waitAsync` of this worker have not been settled: its engine knows, but does not say. */

type WaitAsync = (...args: unknown[]) => { readonly async: boolean; readonly value: unknown }

let waiting = new Set<object>()

/** Those of the thread that ends; none of the next one's. */
export function takeAsyncWaits(): number {
  const { size } = waiting
  waiting = new Set()
  return size
}

/** Before the program is loaded. */
export function installCountedWaits(): void {
  const { waitAsync } = Atomics as unknown as { waitAsync?: WaitAsync }
  if (waitAsync === undefined) return
  const counted: WaitAsync = (...args) => {
    const result = waitAsync.apply(Atomics, args)
    if (result.async) count(result.value as Promise<unknown>)
    return result
  }
  Object.defineProperties(counted, { name: { value: 'waitAsync' }, length: { value: waitAsync.length } })
  Object.defineProperty(Atomics, 'waitAsync', { value: counted, writable: true, configurable: true })
}

function count(wait: Promise<unknown>): void {
  const among = waiting
  among.add(wait)
  then.call(wait, () => among.delete(wait))
}
const { then } = Promise.prototype
