import { createContext, useContext } from 'react'

/** Does something that ends the page, after asking where that would lose what was entered. */
export type Leave = (go: () => void) => void

export const Leaving = createContext<Leave>((go) => go())

/** For every way out that is not a navigation, like signing out. */
export const useLeave = (): Leave => useContext(Leaving)
