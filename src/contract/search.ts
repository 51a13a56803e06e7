import * as z from 'zod'

export const SEARCH_PATH = '/search'
/** Maximum number of records of one resource in a search over all resources. */
export const MOST_FOUND = 5

const record = z.object({
  _id: z.string(),
  name: z.string(),
  line: z
    .string()
    .optional()
    .describe('The text that matches, if the name does not; otherwise more about the record'),
  path: z.string().optional().describe('The path of that text, if it matches'),
})

const group = z.object({
  resource: z.string().describe('The name of the resource'),
  records: z.array(record).describe(`The best matches, at most ${MOST_FOUND}`),
  hasMore: z.boolean().describe('There are more. The list finds them with the same search'),
})
export type FoundGroup = z.output<typeof group>

/** GET /search */
export const searchAnswer = z.object({
  groups: z.array(group).describe('Resources with matches, the best first'),
  missing: z.array(z.string()).describe('Resources that could not be searched in time'),
})
export type SearchAnswer = z.output<typeof searchAnswer>
