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
    .describe(
      'Where the words were found, when the name does not hold them; else what is next to it',
    ),
  path: z
    .string()
    .optional()
    .describe('Where in the record that line stands, when the words were found there'),
})

const group = z.object({
  resource: z.string().describe("By its declaration's name"),
  records: z.array(record).describe(`The best, ${MOST_FOUND} at most`),
  hasMore: z.boolean().describe('There are more; their list finds them by the same words'),
})
export type FoundGroup = z.output<typeof group>

/** GET /search */
export const searchAnswer = z.object({
  groups: z.array(group).describe('Those with anything found, the best first'),
  missing: z.array(z.string()).describe('Resources that could not be searched in time'),
})
export type SearchAnswer = z.output<typeof searchAnswer>
