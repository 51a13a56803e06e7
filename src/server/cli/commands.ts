import type { Config } from '#server/config.ts'
import {
  createAdmin,
  createToken,
  listTokens,
  resetFactors,
  revokeToken,
  setPassword,
} from './account-commands.ts'
import { backup, restore, upgradeDatabase, verify } from './backup-commands.ts'
import { type Command, UsageError } from './command-line.ts'
import { checkData, demo, doctor, rebuild, retryEvents, setZone } from './data-commands.ts'

const COMMANDS: Readonly<Record<string, Command>> = {
  'admin create': createAdmin,
  'admin set-password': setPassword,
  'admin reset-factors': resetFactors,
  'admin token': createToken,
  'admin tokens': listTokens,
  'admin revoke-token': revokeToken,
  'admin rebuild': rebuild,
  'admin set-zone': setZone,
  'admin retry-events': retryEvents,
  'admin backup': backup,
  'admin verify': verify,
  'admin restore': restore,
  'admin doctor': doctor,
  'admin upgrade-database': upgradeDatabase,
  'check-data': checkData,
  demo,
}

export const USAGE = `Usage:\n${Object.values(COMMANDS)
  .map(({ usage }) => `  npm run ${usage}\n`)
  .join('')}`

/** Returns the command that the first words name. Throws UsageError if there is none. */
export function findCommand(words: string[]): (config: Config) => Promise<void> {
  const count = words[0] === 'admin' ? 2 : 1
  const name = words.slice(0, count).join(' ')
  const found = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined
  if (!found) throw new UsageError(`There is no command '${name}'.`)
  return (config) => found.run(words.slice(count), config)
}
