import { useQuery } from '@tanstack/react-query'
import { hasAccount } from '#admin/http/session.ts'
import { send } from '#admin/providers/http-client.ts'
import { AUTH_METHODS_PATH } from '#contract/auth.ts'
import type { Row } from '#model/declaration.ts'
import { isObject } from '#model/paths.ts'
import type { Resource } from '#model/resource.ts'
import type { Runs } from '../actions/use-runs.ts'

/** Delivery of the link that sets a new record's password. */
export interface PasswordLinkDelivery {
  /** True if the server mails the link. Otherwise the console shows it to the creator of the record. */
  isMailed: boolean
  /** Called with the typed values after the record is stored. */
  made(row: Row, typed: Readonly<Record<string, unknown>>): void
}

/**
 * Returns how a link that sets a new record's password is delivered, or undefined if the resource has no such link.
 */
export function usePasswordLinkDelivery(
  { fields, rowActions }: Resource,
  begin: Runs['begin'] | undefined,
): PasswordLinkDelivery | undefined {
  const field = fields.find((one) => one.kind === 'password' && one.instead !== undefined)
  const { data: isMailed } = useQuery({
    queryKey: [AUTH_METHODS_PATH],
    queryFn: async () => {
      const methods = await send({ method: 'GET', path: AUTH_METHODS_PATH })
      return isObject(methods) && methods.forgotten === true
    },
    enabled: field !== undefined && hasAccount(),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (isMailed === undefined || field?.kind !== 'password') return undefined
  if (isMailed) return { isMailed, made: () => undefined }
  const action = rowActions.find(({ name }) => name === field.instead)
  if (!action || !begin) return undefined
  return { isMailed, made: (row, typed) => typed[field.path] === null && begin(action, row, true) }
}
