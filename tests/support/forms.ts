import { FORM_PATHS, type FormName, LEAST_FILL_MS, STAMP } from '#contract/forms.ts'
import type { Resource } from '#model/resource.ts'
import type { Answer, TestApp } from './app.ts'
import type { Values } from './values.ts'

/** The public form that fills a resource; undefined where there is none. */
export function formOf({ name }: Resource): FormName | undefined {
  return name === 'messages' ? 'contact' : name === 'waitlist' ? 'waitlist' : undefined
}

export const MESSAGE = {
  name: 'Amara Okafor',
  email: 'amara.okafor@example.org',
  subject: 'A class of thirty',
  message: 'Good morning,\n\ncan a class of thirty take part?',
}

interface PostOptions {
  from?: string
  headers?: Record<string, string>
}

/** When the first page was served: ten times as long ago as need be, so that a clock set back makes none too young. */
const firstServed = Date.now() - 10 * LEAST_FILL_MS
let served = 0

/** The stamp of a page that was served a while ago, to nobody else. */
export function oldEnough(server: TestApp): string {
  served += 1
  return server.stamps.make(firstServed - served)
}

/** Posts a form as the page's script does, after the time that a person takes. */
export function post(
  server: TestApp,
  form: FormName,
  values: Values,
  options: PostOptions = {},
): Promise<Answer> {
  const body = { [STAMP]: oldEnough(server), ...values }
  return server.call('POST', FORM_PATHS[form], { token: '', body, ...options })
}

/** Posts a form as a browser without script does. */
export function postPlainly(
  server: TestApp,
  form: FormName,
  values: Record<string, string>,
  options: PostOptions = {},
): Promise<Answer> {
  const fields = new URLSearchParams({ [STAMP]: oldEnough(server), ...values })
  return server.call('POST', FORM_PATHS[form], {
    token: '',
    ...options,
    body: fields.toString().replaceAll('%0A', '%0D%0A'),
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...options.headers },
  })
}
