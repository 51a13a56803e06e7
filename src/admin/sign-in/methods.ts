import { useEffect, useState } from 'react'
import { API_URL, found, isForeign, note } from '#admin/http/backend.ts'
import { ask, SessionError } from '#admin/http/session-calls.ts'
import { readStored, writeStored } from '#admin/ui/storage.ts'
import { AUTH_METHODS_PATH, type AuthMethods } from '#contract/account.ts'
import { isObject } from '#model/paths.ts'

const KEY = `waymark_sign_in ${API_URL}`

/**
 * What the sign-in page may offer beside a password: what the server said last, until it says it again. 'asked' while
 * it has not said it yet to this browser; undefined where it has nothing of it, as other backends.
 */
export function useMethods(): AuthMethods | 'asked' | undefined {
  const [methods, setMethods] = useState<AuthMethods | 'asked' | undefined>(() => {
    if (isForeign() || found(AUTH_METHODS_PATH) === false) return undefined
    return readMethods(readStored(KEY)) ?? 'asked'
  })
  const isAsked = methods !== undefined
  useEffect(() => {
    if (!isAsked) return
    ask({ method: 'GET', path: AUTH_METHODS_PATH }).then(
      (body) => {
        const said = JSON.stringify(body)
        writeStored(KEY, said)
        setMethods(readMethods(said))
      },
      (error: unknown) => {
        if (error instanceof SessionError && error.status === 404) note(AUTH_METHODS_PATH, false)
        setMethods((known) => (known === 'asked' ? undefined : known))
      },
    )
  }, [isAsked])
  return methods
}

function readMethods(text: string | null): AuthMethods | undefined {
  try {
    const { forgotten, passkeys, signOn } = JSON.parse(text ?? '')
    const name = isObject(signOn) && typeof signOn.name === 'string' ? signOn.name : undefined
    return {
      forgotten: forgotten === true,
      passkeys: passkeys === true && knowsPasskeys(),
      signOn: name ? { name } : null,
    }
  } catch {
    return undefined
  }
}

function knowsPasskeys(): boolean {
  return 'PublicKeyCredential' in globalThis
}

/** Whether this page can have passkeys, as far as the browser knows: they belong to a name, never to a bare address. */
export function mayHavePasskeys(): boolean {
  return knowsPasskeys() && !/^\[|^[\d.]+$/.test(location.hostname)
}
