import { type HttpError, useInvalidate, useNotification } from '@refinedev/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { translate } from '#admin/format/translate.ts'
import { isStatus } from '#admin/providers/http-client.ts'
import { type Acted, actOn, actOnAll } from '#admin/providers/own-actions.ts'
import type { OwnAction } from '#model/actions.ts'
import type { Row } from '#model/declaration.ts'
import type { Resource } from '#model/resource.ts'
import type { Narrowed } from '../list/use-resource-list.ts'
import { failed, NO_ANSWER_DONE, savedByText, succeeded } from '../notices.ts'

/** A declared action on a row, or without one on the whole list. */
interface Run {
  action: OwnAction
  row?: Row | undefined
}

export type Runs = ReturnType<typeof useRuns>

/** Runs declared actions on a list or record, and reports the result in a toast. */
export function useRuns(resource: Resource, list: Narrowed) {
  const [asked, ask] = useState<Run & { isOpen: boolean }>()
  const [shown, show] = useState<Run & { body: unknown }>()
  const { open: notify } = useNotification()
  const invalidate = useInvalidate()
  const { mutate, isPending, variables } = useMutation<Acted, HttpError, Run>({
    mutationFn: ({ action, row }) =>
      row ? actOn(resource, action, row) : actOnAll(resource, action, list),
    onSuccess: ({ count = '', changeId, body }, run) => {
      if (run.action.shown !== undefined) show({ ...run, body })
      else notify?.(succeeded(translate(run.action.done, { count }), changeId))
    },
    onError: (error, { action }) => {
      const notice = failed(error, action.failed, resource, NO_ANSWER_DONE)
      const who = isStatus(error, 412) ? savedByText(resource, error) : undefined
      notify?.({
        ...notice,
        ...(who && { message: `${who} ${translate('The action was not run.')}` }),
      })
    },
    onSettled: (_answer, _error, { row }) =>
      invalidate({
        resource: resource.page,
        ...(row && { id: row.id }),
        invalidates: resource.hasOwnPage ? [] : ['list', 'many', 'detail'],
      }),
  })
  const isRunning = (action: OwnAction, row?: Row) =>
    isPending && keyOf(variables) === keyOf({ action, row })
  return {
    /** Asks the action's question first, unless that was answered before. */
    begin(action: OwnAction, row?: Row, isAgreed?: true) {
      if (action.confirm && !isAgreed) ask({ action, row, isOpen: true })
      else if (!isRunning(action, row)) mutate({ action, row })
    },
    /** True until the list is reloaded. */
    isRunning,
    asked: asked && {
      ...asked,
      answer: (isYes: boolean) => {
        ask({ ...asked, isOpen: false })
        if (isYes) mutate(asked)
      },
      end: () => ask(undefined),
    },
    shown: shown && { ...shown, close: () => show(undefined) },
  }
}

function keyOf({ action, row }: Run): string {
  return `${action.name} ${row?.id ?? ''}`
}
