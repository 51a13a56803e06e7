import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A server of the test's own on a free port of this machine: what it hears goes to `hear`. Gives it and its address. */
export async function listening(hear: RequestListener): Promise<{ server: Server; url: string }> {
  const server = createServer(hear)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/` }
}
