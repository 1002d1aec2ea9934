/** Domains as JSON. */
import {
  array,
  type ArrayDomain,
  bool,
  type Domain,
  int,
  type IntDomain,
  oneOf,
  type OneOfDomain,
  type Scalar,
} from './domains.ts'
import type { InputDomains } from './input-values.ts'

type EncodedScalar =
  | { readonly kind: 'int'; readonly least: number; readonly most: number }
  | { readonly kind: 'bool' }
  | { readonly kind: 'oneOf'; readonly values: readonly Scalar[] }
type EncodedDomain =
  | EncodedScalar
  | { readonly kind: 'array'; readonly element: EncodedScalar; readonly length: number }
export type EncodedDomains = Readonly<Record<string, EncodedDomain>>

export const encodeDomains = (domains: InputDomains): EncodedDomains =>
  Object.fromEntries(Object.entries(domains).map(([name, domain]) => [name, encoded(domain)]))

function encoded(domain: Domain): EncodedDomain {
  switch (domain.kind) {
    case 'int': {
      const { least, most } = domain as IntDomain
      return { kind: 'int', least, most }
    }
    case 'bool':
      return { kind: 'bool' }
    case 'oneOf':
      return { kind: 'oneOf', values: (domain as OneOfDomain).values }
    case 'array': {
      const { element, length } = domain as ArrayDomain
      return { kind: 'array', element: encoded(element) as EncodedScalar, length }
    }
  }
}

export const decodeDomains = (domains: EncodedDomains): InputDomains =>
  Object.fromEntries(Object.entries(domains).map(([name, domain]) => [name, decoded(domain)]))

function decoded(domain: EncodedDomain): Domain {
  switch (domain.kind) {
    case 'int':
      return int(domain.least, domain.most)
    case 'bool':
      return bool()
    case 'oneOf':
      return oneOf(...domain.values)
    case 'array':
      return array(decoded(domain.element) as Domain<Scalar>, domain.length)
  }
}
