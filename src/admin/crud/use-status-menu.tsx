import { type HttpError, useUpdate } from '@refinedev/core'
import { useState } from 'react'
import { translate } from '#admin/format/translate.ts'
import { currentSession, hasChanges } from '#admin/http/session.ts'
import { canDo } from '#admin/providers/access-control-provider.ts'
import type { MenuItem } from '#admin/ui/MoreMenu.tsx'
import type { Question, Row } from '#model/declaration.ts'
import { getAt, setAt } from '#model/paths.ts'
import type { Resource } from '#model/resource.ts'
import { nameOf } from '#model/text-of.ts'
import { AskBefore } from './form/AskBefore.tsx'
import { failed, succeeded } from './notices.ts'

export type StatusMenu = ReturnType<typeof useStatusMenu>

/**
 * Activate and Deactivate in a record's menu, which write only that field. Only users need a confirmation, because
 * their sessions end.
 */
export function useStatusMenu(resource: Resource) {
  const { mutate, mutation } = useUpdate<Row, HttpError>()
  const [asked, setAsked] = useState<Row>()
  const path = statusPath(resource)
  const { messages } = resource
  const isSending = ({ id }: Row) => mutation.isPending && mutation.variables?.id === id

  const turn = (row: Row) => {
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
  }
  return {
    isSending,
    /** Empty if the role may not change the status. */
    itemsOf(row: Row): MenuItem[] {
      const isActive = path === undefined ? undefined : getAt(row, path)
      // Other backends may treat a partial record as the whole record.
      if (typeof isActive !== 'boolean' || !hasChanges() || !canDo(resource, 'edit', row)) return []
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
    /** The open question, which the page renders. */
    question: asked && (
      <AskBefore
        question={DEACTIVATE_USER}
        name={nameOf(resource, asked)}
        onAnswered={(isYes) => {
          setAsked(undefined)
          if (isYes) turn(asked)
        }}
      />
    ),
  }
}

/** Returns the path of the status; undefined for resources without one in the edit form. */
export function statusPath({ actions, fields }: Resource): string | undefined {
  if (!actions.includes('edit')) return undefined
  return fields.find(
    (field) => field.kind === 'boolean' && field.yes === 'Active' && field.on !== 'create',
  )?.path
}

const DEACTIVATE_USER: Question = {
  title: 'Deactivate {name}?',
  text: 'The user is signed out and cannot sign in until the account is activated again.',
  yes: 'Deactivate',
}

/** Returns whether the record is the signed-in user, whom the server refuses to delete or deactivate. */
export function isOwnAccount({ name }: Resource, row: Row): boolean {
  const session = currentSession()
  return name === 'users' && session.status === 'in' && session.user._id === row.id
}
