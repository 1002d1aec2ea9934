/** What a worker of an application loads when it is lent. */
import * as heddle from '../index.ts'
import type { EnforceData } from '../irs/enforcement/driver.ts'
import { serveLease } from '../irs/enforcement/serve-lease.ts'
import type { Lease } from '../real/pool/lent-workers.ts'

export const serve = (lease: Lease): Promise<void> => serveLease(lease as Lease<EnforceData>, heddle)
