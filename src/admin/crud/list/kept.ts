import { isObject } from '#model/paths.ts'

// The first script reads this: neither React nor zod in here.

/** Whoever is in, for what this browser keeps for each person. */
export function keeperOf({ _id, email }: { _id: string; email: string }): string {
  return _id || email
}

/** Where a person's layout of a list is kept; within a view, what was changed of the view's. */
export function layoutKey(person: string, page: string, view?: string): string {
  const key = `waymark_list:${person}:${page}`
  return view === undefined ? key : `${key}:${view}`
}

/** Where it is kept what a person's list opens with. */
export const viewsKey = (person: string, page: string): string => `waymark_views:${person}:${page}`

/** How many rows a page has in a kept layout; undefined where it does not say. */
export function pageSizeIn(layout: unknown): number | undefined {
  const size = isObject(layout) ? layout.pageSize : undefined
  return typeof size === 'number' && Number.isInteger(size) && size > 0 ? size : undefined
}
