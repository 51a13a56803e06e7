// Loaded before the product (node --import). Records the statements of requests with the header x-bench-record in
// BENCH_RECORD_TO, so that the bare handler can run the same ones.
import { AsyncLocalStorage } from 'node:async_hooks'
import { appendFileSync } from 'node:fs'
import { Server } from 'node:http'
import pg from 'pg'

const requests = new AsyncLocalStorage()

const { emit } = Server.prototype
Server.prototype.emit = function (event, ...args) {
  const key = event === 'request' ? args[0]?.headers['x-bench-record'] : undefined
  const run = () => Reflect.apply(emit, this, [event, ...args])
  return key === undefined ? run() : requests.run(key, run)
}

const { query } = pg.Client.prototype
pg.Client.prototype.query = function (...args) {
  const key = requests.getStore()
  const [first, second] = args
  if (key) {
    const statement = typeof first === 'string' ? { text: first, values: second } : first
    const { text, name, rowMode } = statement
    const values = (Array.isArray(statement.values) ? statement.values : []).map(encode)
    const line = JSON.stringify({ key, text, name, rowMode, values })
    appendFileSync(process.env.BENCH_RECORD_TO, `${line}\n`)
  }
  return Reflect.apply(query, this, args)
}

function encode(value) {
  return Buffer.isBuffer(value) ? { base64: value.toString('base64') } : value
}
