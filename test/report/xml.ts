/** A strict parser for the XML that reports consist of: elements, attributes, text, the predefined entities. */
export interface Element {
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
  readonly children: Element[]
  /** Its own. */
  text: string
}

const named: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

function decoded(text: string): string {
  if (/[<>]|\]\]>/.test(text)) throw new Error(`markup in a text: ${text}`)
  return text.replace(/&(?:#(\d+)|(\w+));|&/g, (_, code?: string, name?: string) => {
    const character = code === undefined ? named[name ?? ''] : String.fromCodePoint(Number(code))
    if (character === undefined) throw new Error(`no entity: ${_}`)
    return character
  })
}

export function parseXml(xml: string): Element {
  const body = xml.replace(/^<\?xml version="1\.0" encoding="UTF-8"\?>\n/, '')
  if (body === xml) throw new Error('no declaration')
  const top: Element = { name: '', attributes: {}, children: [], text: '' }
  const open = [top]
  for (const [, closing, name, attributes, empty, text] of body.matchAll(
    /<(\/?)([\w-]+)((?:\s+[\w-]+="[^"]*")*)\s*(\/?)>|([^<]+|<)/g,
  )) {
    const parent = open.at(-1)!
    if (text !== undefined) parent.text += decoded(text)
    else if (closing === '/') {
      if (open.pop()!.name !== name) throw new Error(`</${name}> closes <${parent.name}>`)
    } else {
      const pairs = [...attributes!.matchAll(/([\w-]+)="([^"]*)"/g)].map(([, key, value]) => [key!, decoded(value!)])
      const element: Element = { name: name!, attributes: Object.fromEntries(pairs), children: [], text: '' }
      parent.children.push(element)
      if (empty !== '/') open.push(element)
    }
  }
  if (open.length !== 1 || top.children.length !== 1) throw new Error('not one element')
  return top.children[0]!
}
