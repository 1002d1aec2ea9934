/** Makes this realm one in which transformed code can be explored. */
import { installAdoption } from '../../../program/adoption.ts'
import { installMemoryOperations } from '../../../program/memory-operations.ts'
import { running } from '../../../program/operation.ts'
import { RUNTIME } from '../runtime-key.ts'
import { installArrayMethods } from './array-methods.ts'
import { installBuiltins } from './builtins.ts'
import * as calls from './calls.ts'
import { allGivenTo, constructorArguments, givenTo, superArguments } from './constructors.ts'
import * as direct from './direct.ts'
import * as elements from './elements.ts'
import { evaluated, indirectEval, installEvaluation, isEval } from './evaluation.ts'
import { installForbidden } from './forbidden.ts'
import { given } from './given.ts'
import * as generators from './generators.ts'
import * as iteration from './iteration.ts'
import { installKnownNatives } from './known-natives.ts'
import { installHiddenKeys } from './hidden-keys.ts'
import { installNatives } from './natives.ts'
import * as plainCalls from './plain-calls.ts'
import { installScheduling } from './scheduling.ts'
import * as objects from './objects.ts'
import * as refusals from './refusals.ts'
import { register } from './register.ts'
import * as rounds from './rounds.ts'
import { installStandIns, prototypeValue } from './stand-ins.ts'
import { installSupplied } from './supplied.ts'
import * as suspension from './suspension.ts'
import { installTexts } from './texts.ts'
import * as twins from './twins.ts'
import { installTypedArrayMethods } from './typed-array-methods.ts'
import { convertible, installViewMembers } from './view-members.ts'

/** What transformed code uses, by the names that the transform emits. */
const runtime = {
  ...suspension,
  ...elements,
  ...calls,
  ...plainCalls,
  ...twins,
  ...generators,
  ...iteration,
  ...objects,
  ...refusals,
  ...rounds,
  ...direct,
  constructorArguments,
  givenTo,
  allGivenTo,
  superArguments,
  prototypeValue,
  evaluated,
  indirectEval,
  isEval,
  given,
  convertible,
  register,
}

/** Once per thread of the process, before any program is loaded. */
export function installPlainRuntime(): void {
  if (running.transformed) return
  running.transformed = true
  Object.defineProperty(Function.prototype, RUNTIME, { value: runtime, configurable: true })
  elements.installTags()
  installAdoption()
  installMemoryOperations()
  installEvaluation() // before Proxy is replaced
  installTypedArrayMethods()
  installArrayMethods()
  installBuiltins()
  installNatives()
  installViewMembers()
  installForbidden() // before Proxy is replaced
  installStandIns()
  installScheduling()
  installTexts()
  installHiddenKeys()
  installSupplied()
  rounds.noteOperations()
  installKnownNatives() // when all is as programs find it
}
