/**
 * A second client of the inspector, beside the person's: an event is performed by Heddle's code, and its thread goes on
 * after it, which is what people want to see. So when the main thread stops in our code, it is told to step into what is
 * called, until it is in the program's.
 */
import { type Debugger, type InspectorNotification, Session } from 'node:inspector'
import { parentPort } from 'node:worker_threads'
import { isOwnFile } from '../base/own-code.ts'

const session = new Session()
session.connectToMainThread()
const urls = new Map<string, string>()
/** Once in the program, the person steps. */
let arrived = false

/** Code without a name is Node's, or made by it. */
const isProgram = (url: string): boolean => url !== '' && !url.startsWith('node:') && !isOwnFile(url)

session.on('Debugger.scriptParsed', ({ params }: InspectorNotification<Debugger.ScriptParsedEventDataType>) => {
  urls.set(params.scriptId, params.url)
})
session.on('Debugger.paused', ({ params }: InspectorNotification<Debugger.PausedEventDataType>) => {
  const top = params.callFrames[0]
  if (arrived || top === undefined) return
  if (isProgram(urls.get(top.location.scriptId) ?? '')) arrived = true
  else session.post('Debugger.stepInto')
})
parentPort!.on('message', () => undefined) // a session alone does not keep a thread alive
session.post('Debugger.enable', () => parentPort!.postMessage('ready'))
