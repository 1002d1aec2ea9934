/** As much of Eleventy as is used; it comes without types. */
declare module '@11ty/eleventy' {
  export default class Eleventy {
    constructor(
      input: string,
      output: string,
      options: { readonly quietMode: boolean; readonly configPath: string; readonly source: 'script' },
    )
    write(): Promise<void>
  }
}
