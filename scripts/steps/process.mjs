import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

/** The repository's root, the working directory of all scripts. */
export const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))))

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP']
const LOWEST = { 20: 19, 22: 13 }

const running = new Set()
let ending = false

for (const signal of SIGNALS) process.on(signal, onSignal)

/** Stops the children and waits for them, so that none outlives this process. */
function onSignal(signal) {
  if (ending) return
  ending = true
  process.exitCode = 128 + constants.signals[signal]
  if (running.size === 0) process.exit()
  for (const child of running) child.kill(signal)
}

/** Leaves the signals to the program that this process becomes. */
export function releaseSignals() {
  for (const signal of SIGNALS) process.removeListener(signal, onSignal)
}

/** Prints the usage and ends the process with 0 when the arguments ask for it. */
export function helpOn(usage, args) {
  const isAsked = args.some((arg) => arg === '--help' || arg === '-h')
  if (!isAsked) return
  console.log(usage)
  process.exit(0)
}

/** Ends the process with a plain message when this Node is older than the tools allow. */
export function requireNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  if (major >= 24 || (major in LOWEST && minor >= LOWEST[major])) return
  console.error(
    `Waymark needs Node 20.19 or later, 22.13 or later, or 24 and up. This is ${process.versions.node}. See https://nodejs.org.`,
  )
  process.exit(1)
}

/** Stops this process when the npm that started it has ended: it was killed, or its terminal closed. */
export function followNpm() {
  if (!process.env.npm_lifecycle_event) return
  const parent = process.ppid
  const look = () => {
    if (process.ppid !== parent) process.kill(process.pid, 'SIGTERM')
  }
  setInterval(look, 500).unref()
}

/**
 * Turns this process into a built program of the server. Without a second process, signals, the terminal and the exit
 * code are the program's own.
 */
export async function become(program, args) {
  process.chdir(root)
  process.env.NODE_ENV ??= 'production'
  const path = join(root, 'dist', 'server', program)
  process.argv = [process.argv[0], path, ...args]
  releaseSignals()
  followNpm()
  // Without a handler, Node would exit at once when the terminal closes, and leave the database running.
  process.on('SIGHUP', () => process.kill(process.pid, 'SIGTERM'))
  await import(pathToFileURL(path).href)
}

/** Runs a Node program; see run. */
export function runNode(script, args = [], options = {}) {
  return run(process.execPath, [script, ...args], options)
}

/**
 * Runs a program in the root directory and returns its exit code, 128 + n after a signal. `quiet` collects its output
 * instead of showing it, and returns it as `output`.
 */
export async function run(file, args, { env = {}, quiet = false } = {}) {
  const child = spawn(file, args, {
    cwd: root,
    env: { ...process.env, ...(quiet ? { NO_COLOR: '1' } : {}), ...env },
    stdio: quiet ? ['ignore', 'pipe', 'pipe'] : 'inherit',
  })
  running.add(child)
  let output = ''
  for (const stream of quiet ? [child.stdout, child.stderr] : []) {
    stream.setEncoding('utf8').on('data', (chunk) => {
      output += chunk
    })
  }
  const code = await new Promise((resolve) => {
    child.on('error', (failure) => {
      output += failure.message
      if (!quiet) console.error(failure.message)
      resolve(127)
    })
    child.on('close', (status, signal) => resolve(status ?? 128 + constants.signals[signal]))
  })
  running.delete(child)
  if (ending) process.exit()
  return { code, output }
}

/** Returns the path of a tool's script in node_modules. */
export function tool(path) {
  return join(root, 'node_modules', path)
}

/** Returns Node's arguments to run a program of src/server from its sources. */
export function fromSource(program) {
  return ['--import', 'tsx', join('src', 'server', program)]
}
