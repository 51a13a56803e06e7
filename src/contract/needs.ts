import * as z from 'zod'

/** Counting what waits ends here: whoever has more of it needs no exact number. */
export const MOST_NEEDED = 1000

const need = z.object({
  /** The name of the resource's declaration. */
  resource: z.string(),
  /** The need's name in it. */
  need: z.string(),
  count: z.int().min(0),
  /** There are more than `count`. */
  isMore: z.boolean(),
})

/** GET /admin/needs: what the declarations call needs, counted; of resources that may be read. */
export const needs = z.object({ needs: z.array(need) })

export type Needs = z.output<typeof needs>
export type NeedCount = z.output<typeof need>
export const NEEDS_PATH = '/admin/needs'
