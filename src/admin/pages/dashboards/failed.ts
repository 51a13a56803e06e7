import type { OpenNotificationParams } from '@refinedev/core'
import { unansweredText } from '#admin/crud/notices.ts'
import { translate } from '#admin/format/translate.ts'

/** DASH-05: the specification's own texts, whatever the server says; where it said nothing, just that. */
export function failedWith(text: string, error?: unknown): OpenNotificationParams {
  const message = unansweredText(error) ?? translate(text)
  return { type: 'error', description: translate('Error'), message }
}
