/**
 * Which events of an execution to show when there are too many: its beginning, its end, and where one thread follows on
 * another, the later ones first. 1 for each that is shown; at most `most`, a quarter of them at either end, the last
 * one always. `threads` says whose each event is.
 */
export function folded(threads: ArrayLike<unknown>, most: number): Uint8Array {
  const { length } = threads
  const shown = new Uint8Array(length)
  if (length <= most) return shown.fill(1)
  let left = most
  const show = (i: number): void => {
    if (i < 0 || i >= length || shown[i] === 1 || left === 0) return
    shown[i] = 1
    left--
  }
  show(length - 1)
  const end = most >> 2
  for (let i = 0; i < end; i++) show(i)
  for (let i = length - end; i < length; i++) show(i)
  // The last event before the switch, and two after it.
  for (let i = length - 1; i > 0 && left > 2; i--)
    if (threads[i] !== threads[i - 1]) for (const j of [i - 1, i, i + 1]) show(j)
  for (let i = 0; left > 0; i++) {
    show(i)
    show(length - 1 - i)
  }
  return shown
}
