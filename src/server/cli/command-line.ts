import { constants } from 'node:os'
import { createInterface } from 'node:readline/promises'
import { type ParseArgsConfig, parseArgs } from 'node:util'
import type { SecurityEventName } from '#contract/security-log.ts'
import { registry } from '#resources/index.ts'
import type { Config } from '#server/config.ts'
import { openDatabase } from '#server/database.ts'
import { type Connection, createPool } from '#server/db/pool.ts'
import { createSecurityLog } from '#server/security-log/security-log.ts'
import { openServices, type Services } from '#server/services.ts'

/** The command cannot do what was asked. The message says why. */
export class CommandError extends Error {}

/** The command line is wrong. `usage` is printed after the message. */
export class UsageError extends CommandError {
  usage = ''
}

type Option = NonNullable<ParseArgsConfig['options']>[string] & { help: string }
type Options = Readonly<Record<string, Option>>

/** An option with a value, and a switch. `help` describes it. */
export const text = (help: string) => ({ type: 'string', help }) as const
export const flag = (help: string) => ({ type: 'boolean', help }) as const

const HELP = { type: 'boolean', short: 'h' } as const

/**
 * Declares a command. `usage` lists its arguments. If they begin with a <placeholder>, `run` gets that word, or
 * undefined. `about` is a sentence for the help. `run` throws UsageError and CommandError.
 */
export function command<T extends Options>(
  name: string,
  usage: string,
  about: string,
  options: T,
  run: (given: Values<T>, config: Config, word?: string) => Promise<void>,
) {
  const words = name.split(' ')
  const [script, ...others] = words
  const allowPositionals = /^\[?</.test(usage)
  const line = `Usage: npm run ${script} -- ${[...others, usage].join(' ')}`.trimEnd()
  const descriptions = [
    ...Object.entries(options).map(([option, { help }]): Row => [`--${option}`, help]),
    ['-h, --help', 'show this help'] as const,
  ]
  return {
    /** The words that it is called by. */
    words,
    about,
    help: `${line}\n\n${about}\n\nOptions:\n${listOf(descriptions)}`,
    async run(args: string[], config: Config): Promise<void> {
      try {
        const { values, positionals } = parse({ args, options, allowPositionals })
        const [word, surplus] = positionals
        if (surplus !== undefined) throw new UsageError(`Unexpected argument '${surplus}'.`)
        await run(values, config, word)
      } catch (error) {
        if (error instanceof UsageError) error.usage = line
        throw error
      }
    },
  }
}

type Values<T extends Options> = ReturnType<
  typeof parseArgs<{ options: T; allowPositionals: boolean }>
>['values']

function parse<T extends ParseArgsConfig>(config: T) {
  try {
    return parseArgs(config)
  } catch (error) {
    const message: string = Object(error).message
    // Node adds advice about arguments that begin with a hyphen.
    throw new UsageError(message.replace(/\. (To specify a positional|This command).*/s, '.'))
  }
}

/** Returns whether the words ask for the help. */
export function asksForHelp(args: string[]): boolean {
  return parseArgs({ args, options: { help: HELP }, strict: false }).values.help === true
}

type Row = readonly [name: string, about: string]

/** Returns indented lines of two columns. */
export function listOf(rows: readonly Row[]): string {
  const width = Math.max(...rows.map(([name]) => name.length))
  return rows.map(([name, about]) => `  ${name.padEnd(width)}  ${about}`).join('\n')
}

/** Returns the value of a required option. Throws UsageError. */
export function required(value: string | undefined, option: string): string {
  if (!value?.trim()) throw new UsageError(`--${option} is missing.`)
  return value
}

export const say = (line: string): void => {
  process.stdout.write(`${line}\n`)
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
  const answer = await ask(`${what} Continue? [y/N] `, process.stdout)
  if (!/^y(es)?$/i.test(answer.trim())) throw new CommandError('Nothing was changed.')
}

/** Asks for a line without showing what is typed. */
export function askHidden(question: string): Promise<string> {
  process.stdout.write(question)
  return ask('').finally(() => process.stdout.write('\n'))
}

/** Asks for a line. Ctrl-C ends the command by an error, so that it closes what it has opened. */
async function ask(question: string, output?: NodeJS.WritableStream): Promise<string> {
  const shown = output && { output }
  const reader = createInterface({ input: process.stdin, terminal: true, ...shown })
  try {
    return await reader.question(question)
  } catch (error) {
    if (Object(error).code !== 'ABORT_ERR') throw error
    output?.write('\n')
    process.exitCode = 128 + constants.signals.SIGINT
    throw new CommandError('Nothing was changed.')
  } finally {
    reader.close()
  }
}

/** Writes to stderr what the server would log, in the same form. */
const warn =
  ({ logLevel }: Config) =>
  (line: object, msg: string): void => {
    if (logLevel === 'error' || logLevel === 'silent') return
    process.stderr.write(`${JSON.stringify({ level: 40, time: Date.now(), ...line, msg })}\n`)
  }

/** Writes to the security log without the services, whose migrations would change an older database. */
export async function noteInLog(
  config: Config,
  connection: Connection,
  event: SecurityEventName,
  count?: number,
): Promise<void> {
  const pool = createPool({ connection, size: 1, onError: () => undefined })
  const security = createSecurityLog(warn(config), pool)
  security.note(event, { account: null, address: null, ...(count !== undefined && { count }) })
  await security.settled().finally(() => pool.end())
}

/**
 * Runs `work` on the running server's database, or starts one for it. With 'serve' it has the database for itself, and
 * creates a missing one.
 */
export async function withDatabase<T>(
  config: Config,
  work: (connection: Connection) => Promise<T>,
  mode: 'join' | 'serve' = 'join',
): Promise<T> {
  const database = await openDatabase(config, mode, say)
  // npm forwards Ctrl-C, so a signal may arrive twice.
  const leave = (signal: NodeJS.Signals) => {
    const end = () => process.exit(128 + constants.signals[signal])
    database.release().then(end, end)
  }
  const signals = ['SIGINT', 'SIGTERM'] as const
  for (const signal of signals) process.on(signal, leave)
  try {
    return await work(database.connection)
  } finally {
    for (const signal of signals) process.removeListener(signal, leave)
    await database.release()
  }
}

/** Runs `work` with all services, after the migrations. */
export function withServices<T>(
  config: Config,
  work: (services: Services, connection: Connection) => Promise<T>,
): Promise<T> {
  return withDatabase(config, async (connection) => {
    const own = { ...config, databaseConnections: 2 }
    const services = await openServices(connection, own, registry, warn(config))
    try {
      return await work(services, connection)
    } finally {
      await services.security.settled()
      await services.store.close()
    }
  })
}
