import type { SamplingResult } from '../results/check-result.ts'
import type { Sampler } from '../search/sampler.ts'
import { chao1, type TraceFrequencies, unseenAtMost, unseenProbability } from '../search/trace-frequencies.ts'

const CONFIDENCE = 0.95

/** What was drawn, as plain data. */
export function sampledBy(sampler: Sampler): SamplingResult {
  const { counters, frequencies, sampling } = sampler
  return {
    seed: sampling.seed,
    executions: counters.executions,
    traces: frequencies === null ? null : tracesOf(frequencies, sampler.drawsAlike),
    depthBound: sampler.depthBound(),
  }
}

function tracesOf(seen: TraceFrequencies, alike: boolean): NonNullable<SamplingResult['traces']> {
  const { samples, distinct, seenOnce, seenTwice } = seen
  return {
    distinct,
    seenOnce,
    seenTwice,
    estimated: samples === 0 ? null : Math.round(chao1(distinct, seenOnce, seenTwice)),
    unseen: {
      probability: unseenProbability(samples, seenOnce),
      atMost: alike ? unseenAtMost(samples, seenOnce, CONFIDENCE) : null,
      confidence: CONFIDENCE,
    },
  }
}

const number = (n: number): string => n.toLocaleString('en-US')
/** Two digits that matter: a probability of 0.0000012 is not 0. */
const probability = (p: number): string => String(Number(p.toPrecision(2)))

/** What a sample says, and that it is no more than that. */
export function sampledText(sampled: SamplingResult, bugs: number): string {
  const { executions, seed } = sampled
  const drawn = `${number(executions)} execution${executions === 1 ? ' was' : 's were'} drawn at random (seed ${seed})`
  const found = bugs === 0 ? ' without a bug' : ''
  const rest = bugs === 0 ? 'nothing is guaranteed about schedules that were not drawn' : 'other bugs may be reachable'
  return `${drawn}${found}: ${rest}.${tracesText(sampled)}${depthText(sampled)}`
}

function tracesText({ traces }: SamplingResult): string {
  if (traces === null || traces.estimated === null) return ''
  const { distinct, estimated, unseen } = traces
  const limit =
    unseen.atMost === null
      ? ''
      : `; at most ${probability(unseen.atMost)} with a confidence of ${unseen.confidence * 100}%`
  return (
    ` They had ${number(distinct)} different trace${distinct === 1 ? '' : 's'}, of an estimated ${number(estimated)} at least that can be drawn so (Chao1);` +
    ` the next one would be new with a probability of about ${probability(unseen.probability)} (Good-Turing${limit}).`
  )
}

function depthText({ depthBound }: SamplingResult): string {
  if (depthBound === null) return ''
  const { depth, threads, events, executions, found, missed } = depthBound
  return (
    ` A bug of depth ${depth} is missed by ${number(executions)} of them with a probability of at most ${probability(missed)}` +
    ` (each finds it with at least 1/(n·k^(d-1)) = ${probability(found)}, if no execution has more than n = ${threads} threads` +
    ` and k = ${number(events)} events, the most that were seen).`
  )
}
