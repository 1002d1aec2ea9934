/**
 * What tells where the code of a thread is: what its operations have returned, or less. At the beginning of a round of a
 * loop in which nothing ran unseen, all that the rounds before have left are the variables that outlast rounds. So
 * wherever the loop was entered in the same way and these have the same values, the thread goes on in the same way,
 * whatever it has received in between.
 */

/** The code went on from a local state with what the pending operation had returned; or it started. */
export interface Resumed {
  /** The number of the local state where all threads are told apart, and where interchangeable ones are not. */
  readonly ownFrom: string
  readonly likeFrom: string
  readonly received: unknown
}

/** A loop came to its first round: the next one of those that did since. */
export interface Entry {
  readonly since: Resumed | RoundStart
  readonly ordinal: number
}

/** So many loops can have been entered one after the other without an operation: where the code is then is not told. */
const MOST_LOOPS = 32
const untold: Resumed = { ownFrom: '', likeFrom: '', received: Symbol('untold') }

/** A round of a loop began. */
export class RoundStart {
  /** How many loops were entered before it since the thread went on. */
  readonly loops: number
  readonly loop: Entry
  private readonly kept: readonly unknown[]

  constructor(loop: Entry, kept: readonly unknown[]) {
    this.loop = loop
    this.kept = kept
    this.loops = loop.since instanceof RoundStart ? loop.since.loops + 1 : 0
  }

  /** The same for all that cannot be told apart; null where that cannot be said. */
  text(alike: boolean): string | null {
    const { since, ordinal } = this.loop
    const before = since instanceof RoundStart ? since.text(alike) : resumedText(since, alike)
    const values = valuesText(this.kept)
    return before === null || values === null ? null : `${before}#${ordinal}(${values})`
  }
}

function resumedText({ ownFrom, likeFrom, received }: Resumed, alike: boolean): string | null {
  const value = valueText(received)
  return value === null ? null : `${alike ? likeFrom : ownFrom}:${value}`
}

export function valuesText(values: readonly unknown[]): string | null {
  let all = ''
  for (const value of values) {
    const text = valueText(value)
    if (text === null) return null
    all += `${text},`
  }
  return all
}

/** Longer texts are not compared. */
const MOST_TEXT = 200

/** All primitive values are told apart; null for others, of which it is not known what can be seen of them. */
export function valueText(value: unknown): string | null {
  switch (typeof value) {
    case 'string':
      return value.length > MOST_TEXT ? null : JSON.stringify(value)
    case 'number':
      return Object.is(value, -0) ? '-0' : String(value)
    case 'bigint':
      return `${value}n`
    case 'boolean':
    case 'undefined':
      return String(value)
    default:
      return value === null ? 'null' : null
  }
}

/** Of one thread, while its code runs. */
export class Whereabouts {
  private since: Resumed | RoundStart
  private entered = 0

  constructor(since: Resumed) {
    this.since = since
  }

  /** A loop comes to its first round. */
  enter(): Entry {
    const { since } = this
    const isFar = since instanceof RoundStart && since.loops >= MOST_LOOPS
    return { since: isFar ? untold : since, ordinal: this.entered++ }
  }

  roundBegins(loop: Entry, kept: readonly unknown[]): void {
    this.since = new RoundStart(loop, kept)
    this.entered = 0
  }

  /** Whether nothing was noted since a round of the loop began, and the thread has not been resumed since either. */
  isIn(loop: Entry): boolean {
    return this.since instanceof RoundStart && this.since.loop === loop && this.entered === 0
  }

  /** The last round that has begun since the thread went on. */
  get round(): RoundStart | null {
    return this.since instanceof RoundStart ? this.since : null
  }
}
