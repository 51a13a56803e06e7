import type { Config } from '#server/config.ts'
import { inTransaction } from '#server/db/pool.ts'
import { confirm } from './ask.ts'
import { say, withServices } from './command-services.ts'
import { CommandError, readOptions, required } from './usage.ts'

/** Removes all second factors of a user who has lost them, and ends the user's sessions. Asks first. */
export async function resetFactors(args: string[], config: Config): Promise<void> {
  const given = readOptions(args, { email: { type: 'string' }, yes: { type: 'boolean' } })
  const email = required(given.email, 'email')
  await withServices(config, async ({ store, security }) => {
    const found = await store.credentials.find(email)
    if (!found) throw new CommandError(`There is no user with the email ${email}.`)
    const { id } = found.user
    const { totp, passkeys } = await store.factors.countsOf(id)
    if (!totp && passkeys === 0) throw new CommandError(`${email} has no second factor.`)
    await confirm(
      `Make sure that it is ${email} who asks: the password alone opens the account afterwards.`,
      given.yes === true,
    )
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
