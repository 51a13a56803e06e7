import { type HttpError, useOne } from '@refinedev/core'
import { useEffect, useEffectEvent, useReducer } from 'react'
import { type Draft, toDraft } from '#admin/wire/draft.ts'
import type { Row } from '#model/declaration.ts'
import type { Resource } from '#model/resource.ts'
import { nextForm, startForm } from './machine.ts'
import { useKeptForm } from './use-kept-form.ts'

/**
 * The state of a form (machine.ts), with what moves it by itself: the record that comes, what an ended session
 * left, and a new record that is sent as soon as its fields are there. Takes how a draft is put into the form.
 */
export function useFormState(
  resource: Resource,
  id: string | undefined,
  put: (draft: Draft) => void,
  submit: () => void,
) {
  const kept = useKeptForm(resource, id)
  const [state, dispatch] = useReducer(nextForm, { id, kept: kept.found }, startForm)
  const { mode, phase } = state
  const { result, query } = useOne<Row, HttpError>({
    resource: resource.page,
    id: id ?? '',
    errorNotification: false,
    queryOptions: { enabled: mode === 'edit', gcTime: 0, staleTime: Number.POSITIVE_INFINITY },
  })

  const fill = useEffectEvent((row: Row) => {
    if (phase.is !== 'loading') return
    put(toDraft(resource, mode, row))
    dispatch({ type: 'loaded', row })
  })
  useEffect(() => {
    if (result) fill(result)
  }, [result])

  const restore = useEffectEvent(() => kept.found && put(kept.found.draft))
  useEffect(() => void restore(), [])

  const sendAnew = useEffectEvent(() => {
    kept.setWarn(true)
    submit()
  })
  useEffect(() => {
    if (phase.is === 'anew') sendAnew()
  }, [phase])

  return {
    state,
    dispatch,
    kept,
    load: { error: query.error ?? undefined, again: () => void query.refetch() },
  }
}
