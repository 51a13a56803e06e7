import type * as z from 'zod'
import type { Spec } from './spec.ts'

/**
 * Declares a resource. Takes what is particular to it and gives it back typed: every path is checked by
 * the compiler. The registry completes it and checks what only a running program can see.
 */
export function defineResource<
  Create extends z.ZodObject,
  Shown extends z.ZodObject = Create,
  Update extends z.ZodObject = Create,
>(spec: Spec<Create, Shown, Update>): Declaration {
  // The registry holds declarations of every type; each was checked against its own here.
  return spec as unknown as Declaration
}

/** A declaration whose own types are no longer known. */
export type Declaration = Spec<z.ZodObject, z.ZodObject, z.ZodObject>
