import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { type IncomingHttpHeaders, request } from 'node:http'
import { createServer, request as requestByTls } from 'node:https'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'

/** What was answered through the proxy. */
export interface Answer {
  status: number
  headers: IncomingHttpHeaders
  body: unknown
}

export interface TlsProxy {
  url: string
  /** Where the server listens. */
  passTo(port: number): void
  call(
    method: string,
    path: string,
    more?: { token?: string | undefined; body?: object },
  ): Promise<Answer>
  close(): Promise<void>
}

/** A proxy with TLS in front, under a certificate of its own, with the headers that docs/operations.md asks of one. */
export async function tlsProxy(folder: string): Promise<TlsProxy> {
  const [keyFile, certFile] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')]
  execFileSync(
    'openssl',
    [
      ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'],
      ...['-days', '2', '-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'],
      ...['-keyout', keyFile, '-out', certFile],
    ],
    { stdio: 'ignore' },
  )
  const [key, cert] = [readFileSync(keyFile), readFileSync(certFile)]
  let to = 0
  const server = createServer({ key, cert }, (incoming, outgoing) => {
    const { method, url: path, headers, socket } = incoming
    const passed = {
      ...headers,
      'x-forwarded-for': socket.remoteAddress ?? '',
      'x-forwarded-host': headers.host ?? '',
      'x-forwarded-proto': 'https',
    }
    const onward = request({ host: '127.0.0.1', port: to, method, path, headers: passed })
    onward.on('response', (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(outgoing)
    })
    onward.on('error', () => outgoing.writeHead(502).end())
    incoming.pipe(onward)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `https://localhost:${port}`,
    passTo(upstream) {
      to = upstream
    },
    call: (method, path, { token, body } = {}) =>
      new Promise((resolve, reject) => {
        const headers = {
          ...(token !== undefined && { authorization: `Bearer ${token}` }),
          ...(body && { 'content-type': 'application/json' }),
        }
        // The name of the certificate, at the address that the proxy listens at.
        const where = { host: '127.0.0.1', servername: 'localhost', port, ca: cert }
        const host = { host: `localhost:${port}` }
        const asked = requestByTls({ ...where, method, path, headers: { ...headers, ...host } })
        asked.on('error', reject)
        asked.on('response', (answer) => {
          let text = ''
          answer.setEncoding('utf8').on('data', (piece: string) => {
            text += piece
          })
          answer.on('end', () =>
            resolve({
              status: answer.statusCode ?? 0,
              headers: answer.headers,
              body: bodyOf(text),
            }),
          )
        })
        asked.end(body && JSON.stringify(body))
      }),
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function bodyOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
