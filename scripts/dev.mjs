// npm run dev: console, landing page and API with hot reload, on one address. With VITE_API_URL the calls go on
// to that backend, and no API of ours is started.
import { spawn } from 'node:child_process'
import { createServer } from 'node:net'
import { ensureInstalled } from './steps/install.mjs'
import { requireNode } from './steps/node-version.mjs'
import { followNpm } from './steps/parent.mjs'
import { releaseSignals, root, tool } from './steps/process.mjs'

requireNode()
await ensureInstalled()
releaseSignals()
followNpm()

let ending = false
const host = process.env.HOST ?? '127.0.0.1'
const port = process.env.PORT ?? '3000'
const other = process.env.VITE_API_URL
const apiPort = process.env.API_PORT ?? String(await freePort())

// tsx follows the server's imports (also those in model, resources and contract) and restarts it.
const watch = ['watch', '--clear-screen=false', 'src/server/process/main.ts']
const pages = ['--host', host, '--port', port, '--strictPort', '--clearScreen', 'false']
// A backend of others behind this address: it need not know of it.
const toOther = { VITE_API_URL: '/', API_TARGET: other }
const children = [
  ...(other
    ? []
    : [start('api', tool('tsx/dist/cli.mjs'), watch, { HOST: '127.0.0.1', PORT: apiPort })]),
  start('pages', tool('vite/bin/vite.js'), pages, other ? toOther : { API_PORT: apiPort }),
]
if (other) console.log(`Calls of the API go on to ${other}`)
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => end(0))

/** Each child leads a group of its own, so that Ctrl-C reaches it once, through us. */
function start(name, script, args, env) {
  const child = spawn(process.execPath, [script, ...args], {
    cwd: root,
    detached: true,
    env: { ...process.env, NODE_ENV: 'development', ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  // The server names its own address; everything is reached through the one that Vite serves.
  child.stdout.setEncoding('utf8').on('data', (text) => {
    process.stdout.write(text.replaceAll(`127.0.0.1:${apiPort}`, `${host}:${port}`))
  })
  child.on('exit', (code) => {
    child.gone = true
    if (!ending) console.error(`The ${name} process ended; stopping the rest.`)
    end(code ?? 1)
  })
  return child
}

/** Ends what still runs and leaves when all is gone. */
function end(code) {
  if (!ending) {
    ending = true
    process.exitCode = code
    for (const child of children) if (!child.gone) child.kill('SIGTERM')
  }
  if (children.every((child) => child.gone)) process.exit()
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
