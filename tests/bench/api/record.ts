import { AsyncLocalStorage } from 'node:async_hooks'
import { appendFileSync } from 'node:fs'
import { type IncomingMessage, Server } from 'node:http'
import pg from 'pg'
import { RECORD_HEADER, type Recorded } from './recorded.ts'

/**
 * Loaded before the product (node --import): writes down the statements that a marked request runs, so that the
 * bare handler can run the very same ones. The server that is measured runs without this.
 */
const file = process.env.BENCH_RECORD_TO ?? ''
const requests = new AsyncLocalStorage<string>()

const emit = Server.prototype.emit
Server.prototype.emit = function (event: string | symbol, ...args: unknown[]) {
  const key =
    event === 'request' && (args[0] as IncomingMessage | undefined)?.headers[RECORD_HEADER]
  if (typeof key !== 'string') return Reflect.apply(emit, this, [event, ...args])
  return requests.run(key, () => Reflect.apply(emit, this, [event, ...args]))
}

const query: unknown = Reflect.get(pg.Client.prototype, 'query')
if (typeof query !== 'function') throw new Error('The driver has no query to record.')
Reflect.set(pg.Client.prototype, 'query', function (this: pg.Client, ...args: unknown[]) {
  const key = requests.getStore()
  const [asked, values] = args
  if (key) {
    const one = typeof asked === 'string' ? { text: asked, values } : Object(asked)
    const recorded: Recorded = {
      key,
      text: one.text,
      values: (Array.isArray(one.values) ? one.values : []).map(packed),
      ...(one.name && { name: one.name }),
      ...(one.rowMode && { rowMode: one.rowMode }),
    }
    appendFileSync(file, `${JSON.stringify(recorded)}\n`)
  }
  return Reflect.apply(query, this, args)
})

function packed(value: unknown): unknown {
  return Buffer.isBuffer(value) ? { base64: value.toString('base64') } : value
}
