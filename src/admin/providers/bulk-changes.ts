import { CHANGES_PATH } from '#contract/change-names.ts'
import type { Applied, ApplyBody, Plan, PlanBody } from '#contract/changes.ts'
import { send, write } from './http-client.ts'

/** Rehearses a change of many records; nothing is written. Throws HttpError. */
export async function planChange(body: PlanBody, signal: AbortSignal): Promise<Plan> {
  const path = `${CHANGES_PATH}/plan`
  return (await send({ method: 'POST', path, body, signal })) as Plan
}

/** Does what was planned, in one step. Throws HttpError. */
export async function applyChange(body: ApplyBody): Promise<Applied> {
  const answer = await write({ method: 'POST', path: CHANGES_PATH, body })
  return answer.body as Applied
}
