import { type Config, readConfig } from '#server/config.ts'
import { CommandError, UsageError } from './command-line.ts'

// Checks the declarations before any other module imports them.
await import('#server/declarations.ts')
const { explainFailure } = await import('#server/failure.ts')
const { admin } = await import('./admin.ts')
const { checkData, demo } = await import('./data-commands.ts')

const USAGE = `Usage:
  npm run admin -- create --email <email> --first-name <name> --last-name <name> [--password <password>]
  npm run admin -- set-password --email <email> [--password <password>] [--temporary]
  npm run admin -- reset-factors --email <email> [--yes]
  npm run admin -- token --name <name> [--may <resource>:<action>,…]… [--days <number>]
  npm run admin -- tokens
  npm run admin -- revoke-token --name <name> [--take-back]
  npm run admin -- rebuild
  npm run admin -- set-zone <time zone>
  npm run admin -- retry-events
  npm run admin -- backup [<file>]
  npm run admin -- verify <file>
  npm run admin -- restore <file> [--yes]
  npm run admin -- doctor
  npm run admin -- upgrade-database [--yes]
  npm run check -- data [--against <database URL>]
  npm run demo -- [--reset] [--users <number>] [--events <number>] [--today <YYYY-MM-DD>] [--yes]
`

const commands: Readonly<Record<string, (args: string[], config: Config) => Promise<void>>> = {
  admin,
  demo,
  'check-data': checkData,
}

const [name = '', ...args] = process.argv.slice(2)
let config: Config | undefined
try {
  const run = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (!run) throw new UsageError(`There is no command '${name}'.`)
  config = await readConfig(process.env)
  await run(args, config)
} catch (error) {
  process.stderr.write(`${wordsFor(error)}\n`)
  process.exitCode = 1
}

function wordsFor(error: unknown): string {
  if (error instanceof UsageError) return `${error.message}\n\n${USAGE}`
  return error instanceof CommandError ? error.message : explainFailure(error, config)
}
