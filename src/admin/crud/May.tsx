import { CanAccess } from '@refinedev/core'
import type { ReactNode } from 'react'
import { questionOf } from '#admin/providers/access-control-provider.ts'
import type { Action, Row } from '#model/declaration.ts'
import type { Resource } from '#model/resource.ts'

interface Props {
  resource: Resource
  /** 'act' is whatever of its own the declaration lets one do with a record. */
  action: Action | 'act'
  /** The record that it would be done with. */
  row?: Row
  children: ReactNode
}

/** A button where it can be used: the declaration has the action, and the session's role may do it. */
export function May({ resource, action, row, children }: Props) {
  if (action !== 'act' && !resource.actions.includes(action)) return null
  const question = questionOf(resource, action, row)
  return question ? <CanAccess {...question}>{children}</CanAccess> : children
}
