import type { HttpError, OpenNotificationParams } from '@refinedev/core'
import { translate } from '#admin/translate.ts'
import type { Resource } from '#model/resource.ts'

/** TOAST-01: 'Success' wherever the specification names no title. Refine's description is the title. */
export function succeeded(message: string): OpenNotificationParams {
  return { type: 'success', description: translate('Success'), message: translate(message) }
}

/**
 * 'Error' with the server's own words, else the resource's (USER-07, CF-03). Takes the resource when a stored
 * record was to be changed or deleted: of a 404 without words, it is said that the record is gone.
 */
export function failed(
  error: HttpError | undefined,
  fallback: string,
  stored?: Resource,
): OpenNotificationParams {
  const own = stored && isStatus(error, 404) ? goneText(stored) : translate(fallback)
  const said = stored?.messages.failedFromServer === false ? '' : error?.message
  return { type: 'error', description: translate('Error'), message: said || own }
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
