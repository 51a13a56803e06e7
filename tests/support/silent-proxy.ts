import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import type { Connection } from '#server/db/pool.ts'

export interface SilentProxy {
  connection: { connectionString: string }
  /** How many connections were made so far. */
  made(): number
  /** From now on nothing passes on the connections there are, in neither direction; new ones pass. */
  hush(): void
  /** From now on each piece takes so many ms longer, in both directions. */
  delay(ms: number): void
  /** Ends the connections there are, and lets no new one in. */
  cut(): void
  /** Lets new ones in again. */
  mend(): void
  close(): Promise<void>
}

/**
 * A TCP port before the tests' PostgreSQL, whose connections can fall silent without an end: what a lost machine,
 * a NAT that forgot, or a failover without a reset does. They can be slow, or be refused.
 */
export async function silentProxy(to: Connection): Promise<SilentProxy> {
  if (!('host' in to)) throw new Error('There is a socket behind this proxy.')
  const lines = new Set<() => void>()
  const sockets = new Set<Socket>()
  let made = 0
  let late = 0
  let isCut = false
  const pass = (from: Socket, into: Socket) => {
    const then = (go: () => void) => (late === 0 ? go() : setTimeout(go, late))
    from.on('data', (piece) => then(() => into.write(piece)))
    from.on('end', () => then(() => into.end()))
    from.on('close', (hadError) => hadError && into.destroy())
  }
  const server = createServer({ allowHalfOpen: true }, (client) => {
    if (isCut) return void client.destroy()
    made += 1
    const upstream = connect({ ...addressOf(to), allowHalfOpen: true })
    for (const socket of [client, upstream]) {
      sockets.add(socket)
      socket.on('error', () => undefined)
      socket.on('close', () => sockets.delete(socket))
    }
    pass(client, upstream)
    pass(upstream, client)
    const hush = () => {
      for (const socket of [client, upstream]) socket.removeAllListeners('data').pause()
    }
    lines.add(hush)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    connection: {
      connectionString: `postgres://${to.user}@127.0.0.1:${port}/${to.database}`,
    },
    made: () => made,
    hush() {
      for (const hush of lines) hush()
      lines.clear()
    },
    delay(ms) {
      late = ms
    },
    cut() {
      isCut = true
      for (const socket of sockets) socket.destroy()
    },
    mend() {
      isCut = false
    },
    async close() {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** A socket's directory, or a machine. */
function addressOf({ host, port }: { host: string; port: number }) {
  return host.startsWith('/') ? { path: `${host}/.s.PGSQL.${port}` } : { host, port }
}
