import { type HttpError, useUpdate } from '@refinedev/core'
import { type ReactNode, useState } from 'react'
import { translate } from '#admin/format/translate.ts'
import { hasChanges } from '#admin/http/session.ts'
import { mayDo } from '#admin/providers/access-control-provider.ts'
import type { MenuItem } from '#admin/ui/MoreMenu.tsx'
import type { Row } from '#model/declaration.ts'
import { getAt, setAt } from '#model/paths.ts'
import type { Resource } from '#model/resource.ts'
import { nameOf } from '#model/text-of.ts'
import { AskBefore } from './form/AskBefore.tsx'
import { isOwnAccount } from './list/own-account.ts'
import { failed, succeeded } from './notices.ts'
import { DEACTIVATE_USER, statusPath } from './status-field.ts'

/** Activate and Deactivate in the menu of a record. */
export interface StatusMenu {
  /** Empty where the session's role may not do it. */
  itemsOf: (row: Row) => MenuItem[]
  isSending: (row: Row) => boolean
  /** The question that is open, to be drawn by the page. */
  question: ReactNode
}

/** Both write at once, with Undo in the toast. Only a user is asked about, for whom sessions end. */
export function useStatusMenu(resource: Resource): StatusMenu {
  const { statusOf, isSending, turn } = useStatusWrite(resource)
  const [asked, setAsked] = useState<Row>()
  return {
    isSending,
    itemsOf(row) {
      const isActive = statusOf(row)
      if (isActive === undefined) return []
      const isOwn = isActive && isOwnAccount(resource, row)
      const asks = isActive && resource.name === 'users'
      return [
        {
          key: '+status',
          label: translate(isActive ? 'Deactivate' : 'Activate'),
          ...(isOwn && { why: translate('You cannot deactivate your own account.') }),
          choose: () => (asks ? setAsked(row) : turn(row)),
        },
      ]
    },
    question: asked && (
      <AskBefore
        question={DEACTIVATE_USER}
        name={nameOf(resource, asked)}
        resource={resource}
        onAnswered={(isYes) => {
          setAsked(undefined)
          if (isYes) turn(asked)
        }}
      />
    ),
  }
}

/** Sets whether a record is active, by an update of that field alone. */
export interface StatusWrite {
  /**
   * Whether the record is active, where the session's role may change that. Undefined otherwise, and on a backend
   * that is not ours, which may take a part of a record for all of it.
   */
  statusOf: (row: Row) => boolean | undefined
  isSending: (row: Row) => boolean
  /** Writes the other status at once. */
  turn: (row: Row) => void
}

export function useStatusWrite(resource: Resource): StatusWrite {
  const { mutate, mutation } = useUpdate<Row, HttpError>()
  const path = statusPath(resource)
  const { messages } = resource
  const isSending = ({ id }: Row) => mutation.isPending && mutation.variables?.id === id

  return {
    statusOf(row) {
      const status = path === undefined ? undefined : getAt(row, path)
      const isOffered = typeof status === 'boolean' && hasChanges() && mayDo(resource, 'edit', row)
      return isOffered ? status : undefined
    },
    isSending,
    turn(row) {
      if (path === undefined || isSending(row)) return
      mutate({
        resource: resource.page,
        id: row.id,
        values: setAt({}, path, getAt(row, path) !== true),
        meta: { base: row },
        mutationMode: 'pessimistic',
        invalidates: ['list', 'many', 'detail'],
        successNotification: (answer) =>
          succeeded(messages.updated, (answer as { changeId?: string } | undefined)?.changeId),
        errorNotification: (error) =>
          failed(error as HttpError | undefined, messages.updateFailed, resource),
      })
    },
  }
}
