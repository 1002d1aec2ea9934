/** What the command line asks of a search. */
import type { CheckOptions } from '../../checking/checker.ts'
import { boundsRecord } from '../bounds-record.ts'
import { exploreRecord } from '../explore-record.ts'
import { inputRecord } from '../input-record.ts'
import type { OptionValues } from '../options.ts'

export function searchOptions(values: OptionValues): CheckOptions {
  const {
    reduction,
    order,
    priority,
    seed,
    'pct-depth': pctDepth,
    budget: budgetMs,
    bound,
    'all-bugs': allBugs,
    'max-executions': maxExecutions,
    'max-depth': maxDepth,
    'max-rows': maxRows,
  } = values
  const { optimise, commute, switch: switchAt, races, seal, explore } = values
  const given = {
    reduction,
    order,
    priority,
    seed,
    pctDepth,
    focus: values.focus,
    focusDiff: values['focus-diff'],
    fringe: values.fringe,
    optimise,
    commute,
    switch: switchAt,
    races,
    seal,
    budgetMs,
    allBugs,
    maxExecutions,
    maxDepth,
    maxRows,
    count: !values['no-count'],
    minimise: !values['no-minimise'],
    bounds: bound && boundsRecord(bound),
    iterate: values.iterate,
    explore: explore && exploreRecord(explore),
    input: values.input && inputRecord(values.input),
    inputs: values.inputs,
  }
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
}
