import { loadable } from '#admin/ui/loadable.tsx'

const load = () => import('./parts.ts')

/** The body of a list of letters. */
export const LazyInbox = loadable(load, ({ parts }) => parts.InboxPanes)
/** A letter on a page of its own. */
export const LazyLetter = loadable(load, ({ parts }) => parts.Letter)
/** What can be done with a letter. */
export const LazyLetterTools = loadable(load, ({ parts }) => parts.LetterTools)
