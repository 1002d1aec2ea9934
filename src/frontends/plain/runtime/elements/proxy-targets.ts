/** What the program's proxies stand for: nothing that one can ask of a proxy says so. */
export interface Proxied {
  readonly target: object
  readonly handler: ProxyHandler<object>
}

const made = new WeakMap<object, Proxied>()

export function noteProxy(proxy: object, proxied: Proxied): void {
  made.set(proxy, proxied)
}

/** Undefined for what is no proxy of the program. */
export const proxied = (value: object): Proxied | undefined => made.get(value)
