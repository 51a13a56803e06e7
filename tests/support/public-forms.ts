import { setTimeout as pause } from 'node:timers/promises'
import { type APIRequestContext, expect } from '@playwright/test'
import { FORM_PATHS, type FormName, LEAST_FILL_MS, STAMP, STAMP_HEADER } from '#contract/forms.ts'

/** A stamp is good for a few posts; so many are sent under each. */
const POSTS = 4
let posts = 0
let stamp: Promise<string> | undefined

/** Posts a public form as a client without page does: with the stamp of a refusal, once it is old enough. */
export async function postForm(
  api: APIRequestContext,
  form: FormName,
  values: Record<string, unknown>,
): Promise<void> {
  if (posts % POSTS === 0) stamp = takeStamp(api)
  posts += 1
  const data = { ...values, [STAMP]: await stamp }
  const answer = await api.post(FORM_PATHS[form].slice(1), { data })
  expect(answer.status(), await answer.text()).toBe(200)
}

async function takeStamp(api: APIRequestContext): Promise<string> {
  const refused = await api.post(FORM_PATHS.waitlist.slice(1), { data: {} })
  await pause(LEAST_FILL_MS)
  return refused.headers()[STAMP_HEADER] ?? ''
}
