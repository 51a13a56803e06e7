import { completeRegistry } from '#model/complete.ts'
import type { Resource } from '#model/resource.ts'
import * as declared from './declared.ts'

/** The resources of declared.ts, complete. */
export const registry: readonly Resource[] = completeRegistry(Object.values(declared))
