import { InboxPanes } from './InboxPanes.tsx'
import { Letter } from './Letter.tsx'
import { LetterTools } from './LetterTools.tsx'

/** Fetched by resources whose records are letters, and by no other. */
export const parts = { InboxPanes, Letter, LetterTools }
