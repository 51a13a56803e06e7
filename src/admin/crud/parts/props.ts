import type { ReactNode } from 'react'
import type { Row } from '#model/declaration.ts'
import type { FieldErrors } from '#model/words.ts'

/** Props of a custom list body. Loading, error, empty, paging and the modal stay generic. */
export interface ListBodyProps {
  rows: readonly Row[]
  /** Opens the edit form of a row. */
  edit(row: Row): void
  /** Asks whether to delete a row. */
  remove(row: Row): void
  /** The check box that selects a row, if rows can be selected. */
  check(row: Row): ReactNode
  /** The generic edit and delete buttons of a row. */
  actions(row: Row): ReactNode
}

/** Props of an expanded row, and of a tab or card of a record's page. */
export interface DetailProps {
  row: Row
}

/** Props of a component that shows an action's answer once. */
export interface ResultProps {
  row: Row
  answer: unknown
  close: () => void
}

/** Props of a custom cell. */
export interface CellProps {
  row: Row
  /** The value at the column's path; undefined if it names none. */
  value: unknown
}

/** Props of a form part, which edits the value at its field's path, at any depth. */
export interface PartProps {
  /** Id of the part's first control, to which its label and the first error refer. */
  id: string
  value: unknown
  onChange(value: unknown): void
  /** Errors below the part's path; '' is the part itself: { '': …, '0.title': … }. */
  errors: FieldErrors
}
