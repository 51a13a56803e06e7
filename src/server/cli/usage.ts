import { type ParseArgsConfig, parseArgs } from 'node:util'

/** The command was called in a way it does not know. */
export class UsageError extends Error {
  override name = 'UsageError'
}

/** A command cannot do what was asked. The message says why. */
export class CommandError extends Error {
  override name = 'CommandError'
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

/** The value of an option that has to be there. Throws UsageError. */
export function required(value: string | undefined, option: string): string {
  if (!value?.trim()) throw new UsageError(`--${option} is missing.`)
  return value
}
