/** The program runs as it is, but for its types. */
import type { Slot } from '../../base/thread-numbers.ts'
import { registerLoader } from '../../frontends/loader/register-loader.ts'
import { realm } from '../../program/context/realm.ts'
import { Operation } from '../../program/operations/operation.ts'
import { running } from '../../program/context/execution-context.ts'
import type { ThreadEntry } from '../../program/program.ts'
import { runThread } from './run-thread.ts'
import type { DrivenWorker, DriverData, Driving, ThreadDriver } from './thread-driver.ts'
import { onSleep } from './wait-marks.ts'

export interface PlainData extends DriverData {
  readonly kind: 'plain'
}

export const plainData = (startsTogether: boolean): PlainData => ({ kind: 'plain', startsTogether, ports: [] })

export const plainDriving: Driving<PlainData> = {
  prepareRealm: (_data, _file, heddle) => {
    registerLoader({ mode: 'strip', heddle })
    realm.marksViews = false
  },
  explainRefusal: () => null,
  newDriver: ({ startsTogether }, worker) => (startsTogether ? new PlainDriver(worker) : new InTurnDriver(worker)),
}

class PlainDriver implements ThreadDriver {
  protected readonly worker: DrivenWorker

  constructor(worker: DrivenWorker) {
    this.worker = worker
  }

  startOthers(_slot: number): void {
    /* all start together */
  }

  run(
    slot: Slot,
    id: number,
    name: string,
    entry: ThreadEntry,
    shared: unknown,
    argument: { value: unknown } | null,
  ): unknown {
    const op = (running.operation = new Operation(slot, this.worker.threads))
    return runThread(entry, shared, { id, name }, argument, op)
  }

  takeNext(): number {
    return -1
  }
}

/** On as few workers as there are cores: whoever is about to sleep starts another, and whoever has ended goes on. */
class InTurnDriver extends PlainDriver {
  constructor(worker: DrivenWorker) {
    super(worker)
    onSleep(() => {
      const slot = worker.claimNext()
      if (slot >= 0) worker.startThread(slot)
    })
  }

  override takeNext(): number {
    return this.worker.claimNext()
  }
}
