/** Makes this realm one in which transformed code can be explored. */
import { installAdoption } from '../../../program/memory/adoption.ts'
import { yieldNow } from '../../../program/operations/controls.ts'
import { loading } from '../../../program/kept-objects.ts'
import { installMemoryOperations } from '../../../program/operations/install-memory-operations.ts'
import { realm } from '../../../program/context/realm.ts'
import { RUNTIME } from '../runtime-key.ts'
import { installArrayMethods } from './builtins/array-methods.ts'
import { installEmitting } from './builtins/emitting.ts'
import { installReplacing } from './builtins/replacing.ts'
import { installDefinedAccessors } from './builtins/defined-accessors.ts'
import { installBuiltins } from './builtins/builtins.ts'
import * as accessors from './calls/accessors.ts'
import * as constructions from './calls/constructions.ts'
import * as calls from './calls/calls.ts'
import { allGivenTo, constructorArguments, givenTo, superArguments } from './builtins/constructors.ts'
import * as direct from './gated/direct.ts'
import * as elements from './elements/elements.ts'
import { evaluated, indirectEval, installEvaluation, isEval } from './evaluation.ts'
import { installForbidden } from './natives/forbidden.ts'
import { given } from './natives/given.ts'
import * as generators from './calls/generators.ts'
import * as iteration from './builtins/iteration.ts'
import { keepExport, keepPrivate, keepVariables } from './kept-state.ts'
import { installKnownNatives } from './natives/known-natives.ts'
import { installHiddenKeys } from './hidden-keys.ts'
import { installNatives } from './natives/natives.ts'
import * as plainCalls from './calls/plain-calls.ts'
import * as activations from './promises/activations.ts'
import * as asyncGenerators from './promises/async-generators.ts'
import * as asyncIteration from './promises/async-iteration.ts'
import { installPromises } from './promises/promise-methods.ts'
import { installWaitAsync } from './promises/wait-async.ts'
import { installScheduling } from './natives/scheduling.ts'
import { installWasmCode } from './natives/wasm-code.ts'
import * as objects from './builtins/objects.ts'
import * as refusals from './refusals.ts'
import { entered, register } from './register.ts'
import * as rounds from './rounds.ts'
import { installStandIns, prototypeValue } from './elements/stand-ins.ts'
import { installSupplied } from './builtins/supplied.ts'
import * as suspension from './calls/suspension.ts'
import { installTexts } from './texts.ts'
import * as twins from './calls/twins.ts'
import { installTypedArrayMethods } from './builtins/typed-array-methods.ts'
import { convertible, installViewMembers } from './elements/view-members.ts'

/** What transformed code uses, by the names that the transform emits. */
const runtime = {
  ...suspension,
  ...elements,
  ...calls,
  ...accessors,
  ...constructions,
  ...plainCalls,
  ...twins,
  ...generators,
  ...iteration,
  ...objects,
  ...refusals,
  ...rounds,
  ...activations,
  ...asyncGenerators,
  ...asyncIteration,
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
  entered,
  keepExport,
  keepPrivate,
  keepVariables,
  loading,
  yieldNow,
}

/** Once per thread of the process, before any program is loaded. */
export function installPlainRuntime(): void {
  if (realm.transformed) return
  realm.transformed = true
  Object.defineProperty(Function.prototype, RUNTIME, { value: runtime, configurable: true })
  elements.installTags()
  installAdoption()
  installMemoryOperations()
  installEvaluation() // before Proxy is replaced
  installTypedArrayMethods()
  installArrayMethods()
  installBuiltins()
  installReplacing()
  installEmitting()
  installNatives()
  installViewMembers()
  installDefinedAccessors()
  installForbidden() // before Proxy is replaced
  installWasmCode() // likewise
  installStandIns()
  installScheduling()
  installPromises()
  installWaitAsync()
  installTexts()
  installHiddenKeys()
  installSupplied()
  rounds.noteOperations()
  installKnownNatives() // when all is as programs find it
}
