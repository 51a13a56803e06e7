import { createContext } from 'react'

/** Does something that ends the page, like signing out, after asking where that would lose what was entered. */
export const LeaveContext = createContext<(go: () => void) => void>((go) => go())
