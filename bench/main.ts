import { anchors } from './anchors.ts'
import { main } from './bench.ts'
import { bounds } from './bounds.ts'
import { engine } from './engine.ts'
import { memory } from './memory.ts'

await main([engine, memory, bounds, anchors])
