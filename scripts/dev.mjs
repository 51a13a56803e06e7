// npm run dev: console, landing page and API with hot reload, on one address. With VITE_API_URL, proxies calls to
// that backend and starts no API.
//
// Vite watches the sources (src/admin/build/dev-api.ts) and requests a restart of the API. It gets the result, so
// that the open pages reload once the API is up, or show the error.
import { spawn } from 'node:child_process'
import { createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { ensureInstalled } from './steps/install.mjs'
import { followNpm, fromSource, releaseSignals, root, tool } from './steps/process.mjs'

await ensureInstalled()
releaseSignals()
followNpm()

let ending = false
const host = process.env.HOST ?? '127.0.0.1'
const port = process.env.PORT ?? '3000'
const other = process.env.VITE_API_URL
const apiPort = process.env.API_PORT ?? String(await freePort())

/** With another backend, the console still uses our declarations, so check them. */
const program = fromSource(other ? 'declarations.ts' : 'main.ts')
/** The last characters of the output are enough to explain an exit. */
const MOST_SAID = 8000

const args = ['--host', host, '--port', port, '--strictPort', '--clearScreen', 'false']
// A backend of others behind this address: it need not know of it.
const toOther = { VITE_API_URL: '/', API_TARGET: other }
const pages = start([tool('vite/bin/vite.js'), ...args], other ? toOther : { API_PORT: apiPort }, [
  'pipe',
  'inherit',
  'ipc',
])
pages.on('message', restart)
pages.on('exit', (code) => {
  if (!ending) console.error('Vite ended. Stopping the API.')
  end(code ?? 1)
})
let api
startApi()
if (other) console.log(`API calls are forwarded to ${other}`)
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
  process.on(signal, () => end(api.failed ? 1 : 0))

/** Each child leads its own process group, so that Ctrl-C reaches it once, through this process. */
function start(words, env, outputs) {
  const child = spawn(process.execPath, words, {
    cwd: root,
    detached: true,
    env: { ...process.env, NODE_ENV: 'development', ...env },
    stdio: ['ignore', ...outputs],
  })
  // The server logs its own address, but users open Vite's.
  child.stdout.setEncoding('utf8').on('data', (text) => {
    process.stdout.write(text.replaceAll(`127.0.0.1:${apiPort}`, `${host}:${port}`))
  })
  child.on('exit', () => {
    child.gone = true
  })
  return child
}

function startApi() {
  const child = start(program, { HOST: '127.0.0.1', PORT: apiPort }, ['pipe', 'pipe'])
  api = child
  let said = ''
  child.stderr.setEncoding('utf8').on('data', (text) => {
    process.stderr.write(text)
    said = (said + text).slice(-MOST_SAID)
  })
  tell({ api: 'starting' })
  if (!other) void untilUp(child)
  child.on('close', (code) => {
    if (ending) end(process.exitCode)
    else if (child.isUnwanted) startApi()
    else if (other && code === 0) tell({ api: 'up' })
    else {
      child.failed = true
      tell({ api: 'failed', text: said.trim() || `The API ended with code ${code}.` })
      console.error('The API failed. It restarts when you save one of its files.')
    }
  })
}

async function untilUp(child) {
  while (!child.gone && !child.isUnwanted) {
    const is = await fetch(`http://127.0.0.1:${apiPort}/api/v1/health`).catch(() => undefined)
    if (is?.ok && !child.isUnwanted) {
      tell({ api: 'up' })
      return
    }
    await sleep(100)
  }
}

/** Stops the API. The exit handler starts the next one. */
function restart() {
  if (ending) return
  if (api.gone) {
    startApi()
    return
  }
  if (!api.isUnwanted) tell({ api: 'starting' })
  api.isUnwanted = true
  api.kill('SIGTERM')
}

function tell(news) {
  if (pages.connected) pages.send(news)
}

/** Stops all processes, then exits. */
function end(code) {
  const children = [pages, api]
  if (!ending) {
    ending = true
    process.exitCode = code
    for (const child of children) if (child && !child.gone) child.kill('SIGTERM')
  }
  if (children.every((child) => !child || child.gone)) process.exit()
}

function freePort() {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.on('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const { port: free } = probe.address()
      probe.close(() => resolve(free))
    })
  })
}
