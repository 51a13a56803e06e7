import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { type ParseArgsConfig, parseArgs } from 'node:util'

/** The command line is wrong. The usage is printed after the message. */
export class UsageError extends Error {
  override name = 'UsageError'
}

/** The command cannot do what was asked. The message says why. */
export class CommandError extends Error {
  override name = 'CommandError'
}

export const say = (line: string): void => {
  process.stdout.write(`${line}\n`)
}

/** Reads the options of a command. Throws UsageError for unknown ones and missing values. */
export function readOptions<T extends NonNullable<ParseArgsConfig['options']>>(
  args: string[],
  options: T,
) {
  try {
    return parseArgs({ args, options, strict: true, allowPositionals: false }).values
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error))
  }
}

/** Splits off the word before the options. */
export function firstWord([first, ...rest]: string[]): [word: string | undefined, args: string[]] {
  if (first === undefined) return [undefined, []]
  return first.startsWith('-') ? [undefined, [first, ...rest]] : [first, rest]
}

/** The value of a required option. Throws UsageError. */
export function required(value: string | undefined, option: string): string {
  if (!value?.trim()) throw new UsageError(`--${option} is missing.`)
  return value
}

/** Seconds since a time of `Date.now()`. */
export const secondsSince = (began: number) => ((Date.now() - began) / 1000).toFixed(1)

export function isInteractive(): boolean {
  return process.stdin.isTTY === true && process.stdout.isTTY === true
}

/** Asks whether to continue. Throws CommandError for any answer but yes, and without a terminal. */
export async function confirm(what: string, isYes: boolean | undefined): Promise<void> {
  if (isYes) return
  if (!isInteractive()) throw new CommandError(`${what} To confirm, add --yes.`)
  const reader = createInterface({ input: process.stdin, output: process.stdout })
  const answer = await reader.question(`${what} Continue? [y/N] `).finally(() => reader.close())
  if (!/^y(es)?$/i.test(answer.trim())) throw new CommandError('Nothing was changed.')
}

/** Asks for a line without showing what is typed. */
export async function askHidden(question: string): Promise<string> {
  process.stdout.write(question)
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() })
  const reader = createInterface({ input: process.stdin, output: nowhere, terminal: true })
  // Otherwise readline would swallow Ctrl-C.
  reader.on('SIGINT', () => process.exit(130))
  try {
    return await reader.question('')
  } finally {
    reader.close()
    process.stdout.write('\n')
  }
}
