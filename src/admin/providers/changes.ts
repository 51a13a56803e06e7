import { useInvalidate, useKeys } from '@refinedev/core'
import { useQueryClient } from '@tanstack/react-query'
import {
  type Applied,
  type ApplyBody,
  CHANGES_PATH,
  type ChangeDetail,
  type ChangePage,
  type HistoryPage,
  type Plan,
  type PlanBody,
  type UndoBody,
  type Undone,
} from '#contract/changes.ts'
import type { Resource } from '#model/resource.ts'
import { registry } from '#resources/index.ts'
import { answerOf, send, write } from './http-client.ts'

type Query = Readonly<Record<string, string>>

export async function readChanges(query: Query, signal?: AbortSignal): Promise<ChangePage> {
  const body = await send({ method: 'GET', path: CHANGES_PATH, query, signal })
  return answerOf<ChangePage>(body, 'changes')
}

export async function readChange(
  id: string,
  page: number,
  signal?: AbortSignal,
): Promise<ChangeDetail> {
  const path = `${CHANGES_PATH}/${encodeURIComponent(id)}`
  const body = await send({ method: 'GET', path, query: { page }, signal })
  return answerOf<ChangeDetail>(body, 'items')
}

export async function readHistory(
  { api }: Resource,
  id: string,
  page: number,
  signal?: AbortSignal,
): Promise<HistoryPage> {
  const path = `${api.path}/${encodeURIComponent(id)}/history`
  const body = await send({ method: 'GET', path, query: { page }, signal })
  return answerOf<HistoryPage>(body, 'history')
}

/** Undoes a change or a part of it. With `plan` it only previews the undo. Throws HttpError. */
export async function undo(change: string, body: UndoBody): Promise<Undone> {
  const path = `${CHANGES_PATH}/${encodeURIComponent(change)}/undo`
  const answer = await write({ method: 'POST', path, body })
  return answerOf<Undone>(answer.body, 'takenBack', 'kept', 'refused')
}

/** Previews a change of many records. Writes nothing. Throws HttpError. */
export async function planChange(body: PlanBody, signal?: AbortSignal): Promise<Plan> {
  return (await send({ method: 'POST', path: `${CHANGES_PATH}/plan`, body, signal })) as Plan
}

export async function applyChange(body: ApplyBody): Promise<Applied> {
  return (await write({ method: 'POST', path: CHANGES_PATH, body })).body as Applied
}

/** Returns a function that refreshes every query and screen with records of the named resources. */
export function useRefresh(): (names: readonly string[]) => Promise<void> {
  const invalidate = useInvalidate()
  const client = useQueryClient()
  const { keys } = useKeys()
  return async (names) => {
    const touched = registry.filter(({ name }) => names.includes(name))
    await Promise.all([
      client.invalidateQueries({ queryKey: [CHANGES_PATH] }),
      client.invalidateQueries({ queryKey: keys().audit().get() }),
      ...touched.map(({ page }) =>
        invalidate({ resource: page, invalidates: ['list', 'many', 'resourceAll'] }),
      ),
    ])
  }
}
