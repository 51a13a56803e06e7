import type { OpenNotificationParams } from '@refinedev/core'
import { toast } from '#admin/toast/store.ts'
import { translate } from '#admin/translate.ts'

/** DASH-05: the specification's own texts, whatever the server says. */
export function failedWith(text: string): OpenNotificationParams {
  return { type: 'error', description: translate('Error'), message: translate(text) }
}

export function tellFailure(text: string): void {
  toast({ variant: 'destructive', title: translate('Error'), description: translate(text) })
}
