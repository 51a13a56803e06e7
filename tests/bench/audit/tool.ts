import { spawn } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Product } from '../../support/product.ts'

/** The running product with demo data, as scanners see it. */
export interface Target extends Product {
  /** The token of the first admin. */
  token: string
}

export interface Outcome {
  /** Counts of the work, such as requests. */
  figures: readonly string[]
  findings: readonly string[]
  /** Findings that are intended, with the reason. */
  accepted?: readonly string[]
}

/** A scanner. Its program has the name of its Debian package. */
export type Tool = (target: Target) => Promise<Outcome> | Outcome

/** An empty folder for the files of a tool. */
export function folderOf(tool: string): string {
  const folder = resolve('.cache', 'audit', tool)
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  return folder
}

/** Runs a program in a folder and writes its output there. Kills it after `minutes`. */
export function run(
  folder: string,
  [program = '', ...args]: readonly string[],
  minutes = 15,
): Promise<string> {
  return new Promise((done) => {
    const child = spawn(program, args, {
      cwd: folder,
      env: { ...process.env, NO_COLOR: '1' },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let output = ''
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text
      })
    const timer = setTimeout(() => child.kill('SIGKILL'), minutes * 60_000)
    const end = () => {
      clearTimeout(timer)
      writeFileSync(join(folder, 'output.log'), output)
      done(output)
    }
    child.on('error', ({ message }) => {
      output += message
      end()
    })
    child.on('close', end)
  })
}

/** The last lines of an output. */
export function endOf(output: string): string {
  return output.trim().split('\n').slice(-3).join(' / ').slice(0, 400)
}
