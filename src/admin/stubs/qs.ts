/**
 * Stands in for qs, with which Refine reads and writes tables' states in an address: ours are read and written by
 * contract/list-query.ts. What is left, the flat parameters of its router binding, the browser does itself.
 */
export const parse = (text: string): Record<string, string> =>
  Object.fromEntries(new URLSearchParams(text))

export const stringify = (query: Record<string, string>): string =>
  new URLSearchParams(query).toString()

export default { parse, stringify }
