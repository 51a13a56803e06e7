import { SaveFirst } from './SaveFirst.tsx'
import { ViewBar } from './ViewBar.tsx'

/** What comes in a file of its own when a list has its rows. */
export const own = { ViewBar, SaveFirst }
