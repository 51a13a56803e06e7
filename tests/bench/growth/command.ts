import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { NODE_FLAGS } from '../../support/product.ts'
import { residentOf } from './measure.ts'

/** Runs a command of the built product to its end. Gives how long it took and how much memory it had at most. */
export async function command(
  env: NodeJS.ProcessEnv,
  ...args: string[]
): Promise<{ ms: number; megabytes: number }> {
  const began = performance.now()
  const child = spawn(process.execPath, [...NODE_FLAGS, 'dist/server/command.js', ...args], {
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  let megabytes = 0
  const watch = setInterval(() => {
    if (child.pid && child.exitCode === null)
      try {
        megabytes = Math.max(megabytes, residentOf(child.pid))
      } catch {
        // It has just ended.
      }
  }, 100)
  const [code] = (await once(child, 'exit')) as [number | null]
  clearInterval(watch)
  if (code !== 0) throw new Error(`${args.join(' ')} ended with ${code}`)
  return { ms: performance.now() - began, megabytes }
}
