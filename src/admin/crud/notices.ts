import type { HttpError, OpenNotificationParams } from '@refinedev/core'
import { timeAgo } from '#admin/format/time.ts'
import { translate, translateWithin } from '#admin/format/translate.ts'
import { isStatus, outcomeOf } from '#admin/providers/http-client.ts'
import type { Notification } from '#admin/providers/notification-provider.ts'
import { WriteError } from '#admin/providers/versioned-provider.ts'
import { getAt } from '#model/paths.ts'
import type { Resource } from '#model/resource.ts'

/**
 * The title is 'Success' wherever the specification names no title. Refine's description is the title. With the id of
 * a change its toast offers Undo (providers/notification-provider.ts).
 */
export function succeeded(message: string, changeId?: string): Notification {
  return {
    ...{ type: 'success', description: translate('Success'), message: translate(message) },
    ...(changeId !== undefined && { changeId }),
  }
}

/**
 * Returns the notification of a refused write: 'Error' with the server's message, else the resource's. Pass
 * `stored` when a stored record was to be changed or deleted: a 404 without a message then says that the record is
 * gone. If the server did not refuse the write, the text says what happened instead.
 */
export function failed(
  error: HttpError | undefined,
  fallback: string,
  stored?: Resource,
  noAnswer = NO_ANSWER,
): OpenNotificationParams {
  const text = stored && error instanceof WriteError ? failureText(stored, error) : undefined
  if (text) return { type: 'error', description: translate('Error'), message: text }
  const own = stored && isStatus(error, 404) ? goneText(stored) : translate(fallback)
  const servers = stored?.messages.failedFromServer === false ? '' : error?.message
  const message = unansweredText(error, noAnswer) ?? (servers || own)
  return { type: 'error', description: translate('Error'), message }
}

function failureText(resource: Resource, error: WriteError): string | undefined {
  switch (error.failure) {
    case 'conflict':
      return savedByText(resource, error)
    case 'deleted':
      return goneText(resource)
    case 'notSaved':
      return translate('The server did not respond. The {noun} was not saved.', {
        noun: translateWithin(resource.label.one),
      })
    case 'unknownOutcome':
      return undefined
  }
}

/** Text for every write without an answer. */
export const NO_ANSWER = 'The server did not respond. Your changes may or may not be saved.'

/** For deletions and actions. */
export const NO_ANSWER_DONE = 'The server did not respond. The action may or may not be complete.'

/** Returns the text for a write without an answer, or undefined if the server answered. */
export function unansweredText(error: unknown, noAnswer = NO_ANSWER): string | undefined {
  switch (outcomeOf(error)) {
    case 'unsent':
      return translate('You are offline. Nothing was sent.')
    case 'unknown':
      return translate(noAnswer)
    default:
      return undefined
  }
}

/**
 * Returns the author and the age of another version, if the refusal contains them: 'Ada Lovelace saved this mission
 * 2 minutes ago.'
 */
export function savedByText({ label }: Resource, error: HttpError): string | undefined {
  const changed: unknown = error.changed
  const [by, at] = ['by', 'at'].map((key) => getAt(changed, key))
  const ago = timeAgo(at, Date.now())
  if (typeof by !== 'string' || ago === undefined) return undefined
  const noun = translateWithin(label.one)
  return translate('{name} saved this {noun} {ago}.', { name: by, noun, ago })
}

/** Text for a record that another admin has deleted. */
export function goneText({ label }: Resource): string {
  return translate('This {noun} no longer exists.', { noun: translateWithin(label.one) })
}
