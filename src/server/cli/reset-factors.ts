import type { Config } from '#server/config.ts'
import { inTransaction } from '#server/db/pool.ts'
import { ask, isInteractive } from './ask.ts'
import { say, withServices } from './command-services.ts'
import { CommandError, readOptions, required } from './usage.ts'

/** Takes all second factors and sessions from somebody who has lost everything that proves who it is. Asks first. */
export async function resetFactors(args: string[], config: Config): Promise<void> {
  const given = readOptions(args, { email: { type: 'string' }, yes: { type: 'boolean' } })
  const email = required(given.email, 'email')
  await withServices(config, async ({ store, security }) => {
    const found = await store.credentials.find(email)
    if (!found) throw new CommandError(`There is no user with the email ${email}.`)
    const { id } = found.user
    const { totp, passkeys } = await store.factors.countsOf(id)
    if (!totp && passkeys === 0) throw new CommandError(`${email} has no second factor.`)
    const question = `Be sure that it is ${email} who asks: from then on the password alone opens the account.`
    if (given.yes !== true) {
      if (!isInteractive()) throw new CommandError(`${question} Say so with --yes.`)
      if (!/^y(es)?$/i.test((await ask(`${question} Go on? (yes/no) `)).trim())) return
    }
    const ended = await inTransaction(store.pool, async (tx) => {
      await store.factors.removeAll(tx, id)
      await store.tickets.endAll(tx, id)
      return store.sessions.endAll(tx, [id])
    })
    const facts = { account: id, address: null, by: null }
    security.note('factor_removed', { ...facts, what: 'all' })
    if (ended.size > 0) security.note('sessions_ended', facts)
    say(`${email} has no second factor any more, and was signed out everywhere.`)
  })
}
