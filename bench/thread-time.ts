import { readFileSync } from 'node:fs'

/**
 * Seconds of processor time that the main thread has had: what a clock shows when the machine has nothing else to do,
 * and nearly the same when it has. The engine compiles and collects in other threads meanwhile. Where the system does
 * not tell, the whole process.
 */
export function threadSeconds(): number {
  try {
    return Number(readFileSync(`/proc/self/task/${process.pid}/schedstat`, 'latin1').split(' ')[0]) / 1e9
  } catch {
    const { user, system } = process.cpuUsage()
    return (user + system) / 1e6
  }
}
