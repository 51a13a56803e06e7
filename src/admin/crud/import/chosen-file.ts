import type { ReadingChoice } from '#admin/providers/imports.ts'
import type { ImportColumn } from '#contract/imports.ts'

/** What the Columns step takes over when the file was read again. */
export interface Before {
  /** With the fields that were chosen for them. */
  columns: readonly ImportColumn[]
  by: string | null
  /** The id of the control that had the focus. */
  focus: string
}

interface ChosenFile {
  /** Of the import that was read from it. */
  id: string
  file: File
  choice: ReadingChoice
  before?: Before
}

/** The server stores no files: to read one in another way, the page sends it again. A reload of the page loses it. */
let last: ChosenFile | undefined

export function noteFile(chosen: ChosenFile): void {
  last = chosen
}

/** The file of an import; undefined when this page did not send it, or has sent another one since. */
export function fileOf(id: string): ChosenFile | undefined {
  return last?.id === id ? last : undefined
}
