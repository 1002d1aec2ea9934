import { anchors } from './anchors/table.ts'
import { main } from './bench.ts'
import { bounds } from './bounds.ts'
import { engine } from './engine.ts'
import { memory } from './memory.ts'
import { plainCode } from './plain-code.ts'
import { races } from './races.ts'
import { scaling } from './scaling.ts'
import { states } from './states/table.ts'

await main([engine, plainCode, memory, bounds, races, anchors, states, scaling])
