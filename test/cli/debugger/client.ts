/**
 * A debugger, as far as it takes to see where a program stops: run with `--experimental-websocket`. It says so as JSON
 * when nothing more comes for a while after a stop in the program's own code, and lets the program go on.
 */
import { originalPositionFor, TraceMap } from '@jridgewell/trace-mapping'

interface Frame {
  readonly callFrameId: string
  readonly functionName: string
  readonly location: { readonly scriptId: string; readonly lineNumber: number; readonly columnNumber: number }
}
interface Message {
  readonly id?: number
  readonly method?: string
  readonly params?: {
    readonly scriptId: string
    readonly url: string
    readonly sourceMapURL?: string
    readonly callFrames: readonly Frame[]
  }
  readonly result?: { readonly result: { readonly value: unknown } }
}
interface Socket {
  send(text: string): void
  close(): void
  onopen: () => void
  onmessage: (event: { data: string }) => void
}

const [, , url, program, expression] = process.argv as unknown as [string, string, string, string, string]
const socket = new (globalThis as unknown as { WebSocket: new (at: string) => Socket }).WebSocket(url)
const scripts = new Map<string, { url: string; sourceMapURL?: string }>()
let sent = 0
const waiting = new Map<number, (message: Message) => void>()
const send = (method: string, params: object = {}): Promise<Message> =>
  new Promise((resolve) => {
    waiting.set(++sent, resolve)
    socket.send(JSON.stringify({ id: sent, method, params }))
  })

socket.onopen = () => {
  for (const method of ['Runtime.enable', 'Debugger.enable', 'Runtime.runIfWaitingForDebugger']) void send(method)
}
socket.onmessage = ({ data }) => {
  const message = JSON.parse(data) as Message
  if (message.id !== undefined) waiting.get(message.id)?.(message)
  if (message.method === 'Debugger.scriptParsed') scripts.set(message.params!.scriptId, message.params!)
  if (message.method === 'Debugger.paused') void paused(message.params!.callFrames[0]!)
}

async function paused({ callFrameId, functionName, location }: Frame): Promise<void> {
  const { url: file, sourceMapURL = '' } = scripts.get(location.scriptId) ?? { url: '' }
  if (!file.endsWith(program)) return // Heddle steps on from there
  const map = new TraceMap(Buffer.from(sourceMapURL.slice(sourceMapURL.indexOf(',') + 1), 'base64').toString())
  const { line } = originalPositionFor(map, { line: location.lineNumber + 1, column: location.columnNumber })
  const { result } = await send('Debugger.evaluateOnCallFrame', { callFrameId, expression })
  console.log(JSON.stringify({ functionName, line, value: result?.result.value }))
  await send('Debugger.resume')
  socket.close()
}
