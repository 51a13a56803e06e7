/** The id of the note below a control. */
export const noteId = (id: string) => `${id}_note`

/** A control's description with the note below it. */
export function described(id: string, by: string | undefined): { 'aria-describedby': string } {
  return { 'aria-describedby': [by, noteId(id)].filter(Boolean).join(' ') }
}
