import { createContext } from 'react'

/** Runs a function that ends the page, such as a sign-out, after a question if a form is unsaved. */
export const LeaveContext = createContext<(go: () => void) => void>((go) => go())
