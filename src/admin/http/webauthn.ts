import type { PasskeyAnswer } from '#contract/auth.ts'

/** Returns whether this browser supports passkeys here. They need https and the JSON functions. */
export function hasPasskeys(): boolean {
  return 'PublicKeyCredential' in globalThis && 'parseRequestOptionsFromJSON' in PublicKeyCredential
}

/** Asks the browser to create a passkey; undefined if the user cancels. */
export function createPasskey(options: unknown): Promise<PasskeyAnswer | undefined> {
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(
    options as PublicKeyCredentialCreationOptionsJSON,
  )
  return answerOf(navigator.credentials.create({ publicKey }))
}

/** Asks the browser for a proof of a registered passkey; undefined if the user cancels. */
export function provePasskey(options: unknown): Promise<PasskeyAnswer | undefined> {
  if (!hasPasskeys()) return Promise.reject(new Error('This browser does not support passkeys.'))
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(
    options as PublicKeyCredentialRequestOptionsJSON,
  )
  return answerOf(navigator.credentials.get({ publicKey }))
}

async function answerOf(asked: Promise<Credential | null>): Promise<PasskeyAnswer | undefined> {
  try {
    const credential = (await asked) as PublicKeyCredential | null
    return credential?.toJSON() as PasskeyAnswer | undefined
  } catch (error) {
    // Browsers report refusals and timeouts by these names.
    if (error instanceof DOMException && ['NotAllowedError', 'AbortError'].includes(error.name))
      return undefined
    throw error
  }
}
