import { spawn } from 'node:child_process'
import { accessSync, constants, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/** How a program ended, and what it said. */
export interface Ran {
  code: number
  said: string
}

interface Running {
  minutes?: number
  env?: Record<string, string>
  cwd?: string
}

const MINUTE = 60_000

/** Runs a program, by default in a folder, with what it says noted there; ends it after `minutes`. */
export function runIn(
  folder: string,
  [program = '', ...args]: readonly string[],
  { minutes = 15, env = {}, cwd = folder }: Running = {},
): Promise<Ran> {
  return new Promise((done) => {
    const child = spawn(program, args, {
      cwd,
      env: { ...process.env, NO_COLOR: '1', ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let said = ''
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => {
        said += text
      })
    const timer = setTimeout(() => child.kill('SIGKILL'), minutes * MINUTE)
    const end = (code: number) => {
      clearTimeout(timer)
      writeFileSync(join(folder, 'said.log'), said)
      done({ code, said })
    }
    child.on('error', ({ message }) => {
      said += message
      end(127)
    })
    child.on('close', (code) => end(code ?? 137))
  })
}

/** Whether a program is among those that can be called by name. */
export function isThere(program: string): boolean {
  const folders = (process.env.PATH ?? '').split(delimiter)
  return folders.some((folder) => {
    try {
      accessSync(join(folder, program), constants.X_OK)
      return true
    } catch {
      return false
    }
  })
}

/** Installs Debian packages; whether all are there afterwards. */
export async function install(folder: string, packages: readonly string[]): Promise<boolean> {
  if (process.getuid?.() !== 0 || !isThere('apt-get')) return false
  const env = { DEBIAN_FRONTEND: 'noninteractive' }
  await runIn(folder, ['apt-get', 'update', '-qq'], { env })
  const wanted = ['install', '-y', '-qq', '--no-install-recommends', ...packages]
  return (await runIn(folder, ['apt-get', ...wanted], { env })).code === 0
}

/** The last lines of what a program said. */
export function endOf(said: string, lines = 3): string {
  return said.trim().split('\n').slice(-lines).join(' / ').slice(0, 400)
}
