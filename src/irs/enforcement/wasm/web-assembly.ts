/** What is used of WebAssembly: the types come with those of browsers only. */
export interface Module {
  readonly [Symbol.toStringTag]: 'WebAssembly.Module'
}
export interface Memory {
  readonly buffer: SharedArrayBuffer
}

interface WebAssemblyApi {
  readonly Module: new (bytes: Uint8Array<ArrayBuffer>) => Module
  readonly Instance: new (
    module: Module,
    imports: Readonly<Record<string, Readonly<Record<string, Memory>>>>,
  ) => { readonly exports: unknown }
  readonly Memory: new (descriptor: { initial: number; maximum: number; shared: true }) => Memory
}

/** Undefined where the engine runs without it (`--jitless`). */
export const webAssembly = (globalThis as { WebAssembly?: WebAssemblyApi }).WebAssembly
