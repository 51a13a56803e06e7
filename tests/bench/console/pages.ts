import type { Visited } from './visit.ts'

/** A list that is there, and figures that are: both say by aria-busy that they are no longer on their way. */
const HERE = 'main [aria-busy="false"]'

/** What a chart says in words, when it is more than bones. */
const SENTENCE = '[class*="-sentence"]:not([aria-hidden])'

/** The pages that are measured; with `storage`, by somebody who is in. */
export function pagesOf(origin: string, storage: Visited['storage']): readonly Visited[] {
  const inside = (name: string, path: string, text: string, row = HERE): Visited => ({
    ...{ name, row, text, storage },
    url: `${origin}/admin${path}`,
  })
  return [
    inside('home', '', '\\d'),
    inside('users', '/users', '@'),
    inside('dashboards', '/dashboards', '\\d'),
    inside('analytics', '/analytics', '\\d', SENTENCE),
    { ...inside('sign-in', '/login', 'password', 'input'), storage: {} },
  ]
}

/** The users list of a built shadcn-admin. It has its rows in its code and asks nobody. */
export function shadcnUsers(origin: string): Visited {
  return {
    name: 'shadcn-admin users',
    url: `${origin}/users`,
    row: 'tbody td',
    text: '@',
    storage: {},
  }
}
