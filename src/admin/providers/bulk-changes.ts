import { useEffect, useSyncExternalStore } from 'react'
import { findingsNow, found, isForeign, note, onFindings } from '#admin/http/backend.ts'
import { HttpError, send } from '#admin/http/http.ts'
import { CHANGES_PATH } from '#contract/change-names.ts'
import type { Applied, ApplyBody, Plan, PlanBody } from '#contract/changes.ts'
import type { Resource } from '#model/resource.ts'
import { forgetWhole } from './whole.ts'

const IS_STOCK = import.meta.env.VITE_API_DIALECT === 'simple-rest'

/**
 * Whether the backend takes changes of many records. Ours does; another one is asked once in a session, and until
 * it has answered it does not.
 */
export function useHasChanges(): boolean {
  useSyncExternalStore(onFindings, findingsNow)
  const isUnknown = !IS_STOCK && isForeign() && found(CHANGES_PATH) === undefined
  useEffect(() => {
    if (isUnknown) void ask()
  }, [isUnknown])
  return !IS_STOCK && (found(CHANGES_PATH) ?? !isForeign())
}

let isAsking = false

async function ask(): Promise<void> {
  if (isAsking) return
  isAsking = true
  try {
    await send({ method: 'GET', path: CHANGES_PATH, query: { limit: 1 } })
    note(CHANGES_PATH, true)
  } catch (error) {
    const status = error instanceof HttpError ? error.statusCode : 0
    if (status !== 0 && status !== 401) note(CHANGES_PATH, false)
  } finally {
    isAsking = false
  }
}

/** Rehearses a change of many records; nothing is written. Throws HttpError. */
export async function planChange(body: PlanBody, signal: AbortSignal): Promise<Plan> {
  const path = `${CHANGES_PATH}/plan`
  return (await send({ method: 'POST', path, body, signal })) as Plan
}

/** Does what was planned, in one step. Throws HttpError. Whatever became of it, what was read before is old. */
export async function applyChange({ api }: Resource, body: ApplyBody): Promise<Applied> {
  try {
    return (await send({ method: 'POST', path: CHANGES_PATH, body })) as Applied
  } finally {
    forgetWhole(api.path)
  }
}
