import type { PasskeyAnswer } from '#contract/account.ts'

/** Whether this browser can do it here: only on https, and in versions that read and write JSON of it. */
export function hasPasskeys(): boolean {
  return 'PublicKeyCredential' in globalThis && 'parseRequestOptionsFromJSON' in PublicKeyCredential
}

/** Has the browser make a passkey; undefined when its person thought better of it. */
export function createPasskey(options: unknown): Promise<PasskeyAnswer | undefined> {
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(
    options as PublicKeyCredentialCreationOptionsJSON,
  )
  return answerOf(navigator.credentials.create({ publicKey }))
}

/** Has the browser prove that its person holds one of the known passkeys; undefined as above. */
export function provePasskey(options: unknown): Promise<PasskeyAnswer | undefined> {
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
    // What it says of every refusal, and of time that ran out.
    if (error instanceof DOMException && ['NotAllowedError', 'AbortError'].includes(error.name))
      return undefined
    throw error
  }
}
