import { type Config, readConfig } from '#server/config.ts'

// Checks the declarations before any other module imports them.
await import('#server/declarations.ts')
const { explainFailure } = await import('#server/failure.ts')
const { asksForHelp, CommandError, say, UsageError } = await import('./command-line.ts')
const { findCommand, helpFor } = await import('./commands.ts')

const args = process.argv.slice(2)
let config: Config | undefined
try {
  if (asksForHelp(args)) say(helpFor(args))
  else {
    const run = findCommand(args)
    config = await readConfig(process.env)
    await run(config)
  }
} catch (error) {
  process.stderr.write(`${wordsFor(error)}\n`)
  process.exitCode ??= error instanceof UsageError ? 2 : 1
}

function wordsFor(error: unknown): string {
  if (error instanceof UsageError) return `${error.message}\n\n${error.usage}`
  return error instanceof CommandError ? error.message : explainFailure(error, config)
}
