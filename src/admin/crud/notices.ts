import type { HttpError, OpenNotificationParams } from '@refinedev/core'
import { translate } from '#admin/translate.ts'
import type { Resource } from '#model/resource.ts'

/** TOAST-01: 'Success' wherever the specification names no title. Refine's description is the title. */
export function succeeded(message: string): OpenNotificationParams {
  return { type: 'success', description: translate('Success'), message: translate(message) }
}

/** 'Error' with the server's own words, else the resource's (USER-07); of a vanished record, that it is gone. */
export function failed(
  resource: Resource,
  error: HttpError | undefined,
  fallback: string,
): OpenNotificationParams {
  const said = isStatus(error, 404) ? goneText(resource) : error?.message
  return { type: 'error', description: translate('Error'), message: said || translate(fallback) }
}

/** Said when another admin was faster. */
export function goneText({ label }: Resource): string {
  return translate('This {noun} no longer exists.', { noun: translate(label.one).toLowerCase() })
}

export function isStatus(error: unknown, status: number): boolean {
  return (
    typeof error === 'object' &&
    error !== null &&
    'statusCode' in error &&
    error.statusCode === status
  )
}
