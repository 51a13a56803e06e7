import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'

/** A mail as a server was handed it. */
export interface Received {
  to: string[]
  raw: string
}

export interface MailServer {
  url: string
  received: Received[]
  /** What it answers to every recipient; empty to take all. */
  refusal: string
  close(): Promise<void>
}

/** A mail server that keeps what it is handed. */
export async function startMailServer(): Promise<MailServer> {
  const received: Received[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onRcptTo: (_address, _session, done) =>
      done(mail.refusal ? Object.assign(new Error(mail.refusal), { responseCode: 451 }) : null),
    onData(stream, session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        // Lines are folded with '=' at their ends.
        const raw = Buffer.concat(chunks).toString().replaceAll('=\r\n', '')
        received.push({ to: session.envelope.rcptTo.map(({ address }) => address), raw })
        done()
      })
    },
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()))
  const { port } = server.server.address() as AddressInfo
  const mail: MailServer = {
    ...{ url: `smtp://127.0.0.1:${port}`, received, refusal: '' },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
  return mail
}
