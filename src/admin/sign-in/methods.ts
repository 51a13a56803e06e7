import { useEffect, useState } from 'react'
import { found, isForeign, note } from '#admin/http/backend.ts'
import { ask, SessionError } from '#admin/http/session-calls.ts'
import { AUTH_METHODS_PATH, type AuthMethods } from '#contract/account.ts'
import { isObject } from '#model/paths.ts'

/** Reads what the server offers beside a password; 'loading' at first, undefined if it offers nothing. */
export function useMethods(): AuthMethods | 'loading' | undefined {
  const [isAsked] = useState(() => !isForeign() && found(AUTH_METHODS_PATH) !== false)
  const [methods, setMethods] = useState<AuthMethods | 'loading' | undefined>(
    isAsked ? 'loading' : undefined,
  )
  useEffect(() => {
    if (!isAsked) return
    ask({ method: 'GET', path: AUTH_METHODS_PATH }).then(
      (body) => setMethods(readMethods(Object(body))),
      (error: unknown) => {
        if (error instanceof SessionError && error.status === 404) note(AUTH_METHODS_PATH, false)
        setMethods(undefined)
      },
    )
  }, [isAsked])
  return methods
}

function readMethods({ forgotten, passkeys, signOn }: Record<string, unknown>): AuthMethods {
  const name = isObject(signOn) && typeof signOn.name === 'string' ? signOn.name : ''
  return {
    forgotten: forgotten === true,
    passkeys: passkeys === true && knowsPasskeys(),
    signOn: name ? { name } : null,
  }
}

const knowsPasskeys = () => 'PublicKeyCredential' in globalThis

/** Whether passkeys may work at this address: they belong to a name, never to an IP address. */
export function mayHavePasskeys(): boolean {
  return knowsPasskeys() && !/^\[|^[\d.]+$/.test(location.hostname)
}
