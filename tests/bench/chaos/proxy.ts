import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { answers } from './database.ts'
import { ground } from './ground.ts'
import { newLedger, startLoad } from './load.ts'
import type { Trial } from './outcome.ts'
import { isRight, learnersOf, settle, verify } from './verify.ts'

const LASTS = 15_000
const LATE = 400
const FATES = ['cut before', 'cut after', 'late', 'twice'] as const
type Fate = (typeof FATES)[number]

/** A proxy before the server cuts, delays, repeats and reorders a third of all requests. */
export const proxy: Trial = async () => {
  const place = await ground()
  const counts = new Map<Fate, number>()
  const wicked = await wickedProxy(place.url(), counts)
  const ledger = newLedger()
  try {
    const through = { url: () => wicked.url, token: place.token }
    const load = startLoad(through, ledger, await learnersOf(place.connection), 10)
    await pause(LASTS)
    await load.end()
    const { sent, odd } = await settle(place, ledger)
    const verdict = await verify(place.connection, ledger, true)
    return [
      {
        trial: `a proxy that cuts, delays, repeats and reorders, ${LASTS / 1000} s`,
        figures: [
          `${ledger.acknowledged} writes acknowledged`,
          [...counts].map(([fate, times]) => `${times} ${fate}`).join(', '),
          `other answers: ${answers(ledger)}`,
          `${sent} sent again under their key`,
        ],
        demands: [
          [`proxy: each done once (${JSON.stringify(verdict)})`, isRight(verdict)],
          ['proxy: what is sent again is answered as done', odd === 0],
        ],
      },
    ]
  } finally {
    await wicked.close()
    await place.close()
  }
}

async function wickedProxy(to: string, counts: Map<Fate, number>) {
  const server = createServer((request, response) => {
    handle(to, request, response, counts).catch(() => response.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

async function handle(
  to: string,
  request: IncomingMessage,
  response: ServerResponse,
  counts: Map<Fate, number>,
): Promise<void> {
  const pieces: Buffer[] = []
  for await (const piece of request) pieces.push(piece as Buffer)
  const fate = Math.random() < 1 / 3 ? FATES[Math.floor(Math.random() * FATES.length)] : undefined
  if (fate) counts.set(fate, (counts.get(fate) ?? 0) + 1)
  if (fate === 'cut before') return void response.destroy()
  // Those that follow overtake it.
  if (fate === 'late') await pause(Math.random() * LATE)
  const forward = () => pass(to, request, Buffer.concat(pieces))
  // At the same moment, as a proxy does that has lost patience.
  const [answer] = await Promise.all(fate === 'twice' ? [forward(), forward()] : [forward()])
  if (fate === 'cut after') return void response.destroy()
  const { etag } = Object.fromEntries(answer.headers)
  const headers = { 'content-type': 'application/json', ...(etag && { etag }) }
  response.writeHead(answer.status, headers).end(answer.text)
}

async function pass(to: string, { method, url, headers }: IncomingMessage, body: Buffer) {
  const { host: _host, connection: _connection, 'content-length': _length, ...rest } = headers
  const response = await fetch(`${to}${url}`, {
    method: method ?? 'GET',
    headers: rest as Record<string, string>,
    ...(body.length > 0 && { body: new Uint8Array(body) }),
  })
  return { status: response.status, headers: response.headers, text: await response.text() }
}
