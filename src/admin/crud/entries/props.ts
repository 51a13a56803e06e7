import type { ComponentType } from 'react'
import type { ListField } from '#model/declaration.ts'
import type { Resource } from '#model/resource.ts'
import type { Mode } from '../form/check-draft.ts'
import type { Controlled, InputProps } from '../form/FieldItem.tsx'
import type { PartProps } from '../parts/props.ts'

/** What a list, its entries and their fields all know. */
export interface Shared {
  resource: Resource
  mode: Mode
  list: ListField
  /** Of the list in the record: 'phases.0.milestones'. */
  path: string
  /** The form's control of a field, by its kind. */
  Control: ComponentType<Controlled & InputProps>
}

export interface ListProps extends PartProps, Shared {
  within?: string | undefined
  /** How many entries there are is said above it. */
  isCounted?: boolean
}

/** Draws a list within an entry. */
export interface Nesting {
  List: ComponentType<ListProps>
}
