import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The repository's root: every script works from there, wherever it was called. */
export const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))))

const running = new Set()
let ending = false

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, onSignal)
}

/** With children: ends them and waits, so that none outlives this process. Without: ends at once. */
function onSignal(signal) {
  if (ending) return
  ending = true
  process.exitCode = 128 + constants.signals[signal]
  if (running.size === 0) process.exit()
  for (const child of running) child.kill(signal)
}

/** Leaves the signals to the program that this process becomes. */
export function releaseSignals() {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.removeListener(signal, onSignal)
}

/**
 * Runs a Node program in the root directory and returns its exit code (128 + n after a signal).
 * `quiet` collects its output instead of showing it, and returns it as `output`.
 */
export function runNode(script, args = [], { env = {}, quiet = false } = {}) {
  return run(process.execPath, [script, ...args], { env, quiet })
}

/** As runNode, for any program. */
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

/** The path of a tool's script inside node_modules. */
export function tool(path) {
  return join(root, 'node_modules', path)
}
