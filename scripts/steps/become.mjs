import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { followNpm } from './parent.mjs'
import { releaseSignals, root } from './process.mjs'

/**
 * Turns this process into a program of the product. No second process: signals, the terminal and
 * the exit code are the program's own, and nothing can be left behind.
 */
export async function become(program, args) {
  process.chdir(root)
  process.env.NODE_ENV ??= 'production'
  const path = join(root, program)
  process.argv = [process.argv[0], path, ...args]
  releaseSignals()
  followNpm()
  // The terminal was closed: Node would die of it on the spot and leave the database behind.
  process.on('SIGHUP', () => process.kill(process.pid, 'SIGTERM'))
  await import(pathToFileURL(path).href)
}
