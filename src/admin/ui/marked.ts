import { createContext } from 'react'

/** The folded words of the search that is looked at: texts around show where they have them. */
export const MarkContext = createContext<readonly string[]>([])
