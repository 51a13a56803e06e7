import { type Config, readConfig } from '#server/config.ts'

// Checks the declarations before any other module imports them.
await import('#server/declarations.ts')
const { explainFailure } = await import('#server/failure.ts')
const { CommandError, UsageError } = await import('./command-line.ts')
const { findCommand, USAGE } = await import('./commands.ts')

let config: Config | undefined
try {
  const run = findCommand(process.argv.slice(2))
  config = await readConfig(process.env)
  await run(config)
} catch (error) {
  process.stderr.write(`${wordsFor(error)}\n`)
  process.exitCode ??= 1
}

function wordsFor(error: unknown): string {
  if (error instanceof UsageError) return `${error.message}\n\n${USAGE}`
  return error instanceof CommandError ? error.message : explainFailure(error, config)
}
