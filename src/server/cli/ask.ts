import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { CommandError } from './usage.ts'

/** Whether somebody sits at the keyboard. */
export function isInteractive(): boolean {
  return process.stdin.isTTY === true && process.stdout.isTTY === true
}

/** Asks for a line. */
async function ask(question: string): Promise<string> {
  const reader = createInterface({ input: process.stdin, output: process.stdout })
  try {
    return await reader.question(question)
  } finally {
    reader.close()
  }
}

/** Asks whether to go on. Throws CommandError for any answer but yes, and where nobody can answer. */
export async function confirm(what: string, isYes: boolean): Promise<void> {
  if (isYes) return
  if (!isInteractive()) throw new CommandError(`${what} To confirm, add --yes.`)
  const answer = await ask(`${what} Continue? [y/N] `)
  if (!/^y(es)?$/i.test(answer.trim())) throw new CommandError('Nothing was changed.')
}

/** Asks for a line without showing what is typed. */
export async function askHidden(question: string): Promise<string> {
  process.stdout.write(question)
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() })
  const reader = createInterface({ input: process.stdin, output: nowhere, terminal: true })
  // Without this, Ctrl-C would be swallowed with everything else that is typed.
  reader.on('SIGINT', () => process.exit(130))
  try {
    return await reader.question('')
  } finally {
    reader.close()
    process.stdout.write('\n')
  }
}
