/** A mail as it goes out. */
export interface Letter {
  to: string
  subject: string
  text: string
  headers: Readonly<Record<string, string>>
}

/** Hands mail to a server. Throws with what that answers, or that it does not. */
export type Mailer = (letter: Letter) => Promise<void>

/** Until the server is there, greets, and answers. */
const TIMES = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 }

/** The library is loaded with the first mail. No file and no address is ever read for one. */
export function createMailer(url: string, from: string): Mailer {
  let made: Promise<{ sendMail(mail: object): Promise<unknown> }> | undefined
  const load = async () => {
    const { createTransport } = await import('nodemailer')
    const safe = { disableFileAccess: true, disableUrlAccess: true }
    return createTransport({ url, ...TIMES, ...safe })
  }
  return async ({ to, subject, text, headers }) => {
    made ??= load()
    const transport = await made
    // As an object the address cannot be read as a list of several.
    await transport.sendMail({ from, to: { name: '', address: to }, subject, text, headers })
  }
}
