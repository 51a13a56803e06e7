import { uuidv7 } from 'uuidv7'
import { brand } from '#brand'
import { SET_PASSWORD_PAGE } from '#contract/auth.ts'
import type { Config } from '#server/config.ts'
import { type Runner, raw, rowsOf, run, sql } from '#server/db/sql.ts'
import type { Background } from '#server/ops/jobs.ts'
import type { SecurityLog } from '#server/security-log/security-log.ts'
import type { Store } from '#server/services.ts'
import { CONFIRM_ENTRY, createEntryMails, type EntryLinks } from './waitlist.ts'

/** A mail with a link to set a password, for a user or an address to look up, or one that asks to confirm an entry. */
export interface Mail {
  kind: string
  userId?: string
  recipient?: string
  subject: string
  /** Plain text. Sending the mail replaces `{link}` by a new link. */
  body: string
}

interface DueMail {
  id: string
  kind: string
  userId: string | null
  recipient: string | null
  subject: string
  body: string
  /** With this one. */
  attempts: number
  ageSeconds: number
}

/** Longer than sending a mail may take. */
const TAKEN = raw(`interval '2 minutes'`)
/** Rounded as stored times are, so that a new mail is due at once. */
const NOW = raw('now()::timestamptz(3)')

/** Queues a mail, in the caller's transaction if `runner` is one. Of several servers, one sends it. */
export async function addMail(runner: Runner, mail: Mail): Promise<void> {
  const { kind, userId = null, recipient = null, subject, body } = mail
  await run(
    runner,
    sql`insert into mails (id, kind, user_id, recipient, subject, body)
      values (${uuidv7()}, ${kind}, ${userId}, ${recipient}, ${subject}, ${body})`,
  )
}

/** Takes a due mail, which no other server gets for a while. */
export async function takeMail(pool: Runner): Promise<DueMail | undefined> {
  const [due] = await rowsOf<DueMail>(
    pool,
    sql`update mails set due_at = now() + ${TAKEN}, attempts = attempts + 1
      where id = (select id from mails where due_at <= ${NOW} and given_up_at is null
        order by due_at limit 1 for update skip locked)
      returning id, kind, user_id as "userId", recipient, subject, body, attempts,
        extract(epoch from now() - created_at)::float8 as "ageSeconds"`,
  )
  return due
}

/** A mail as it is sent. */
export interface Letter {
  to: string
  subject: string
  text: string
  headers: Readonly<Record<string, string>>
}

/** Hands a mail to the server. Throws its answer. */
type Mailer = (letter: Letter) => Promise<void>

const TIMEOUTS = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 }

/** Loads nodemailer with the first mail. No mail reads a file or an address. */
function createMailer(url: string, from: string): Mailer {
  let made: Promise<{ sendMail(mail: object): Promise<unknown> }> | undefined
  const load = async () => {
    const { createTransport } = await import('nodemailer')
    return createTransport({ url, ...TIMEOUTS, disableFileAccess: true, disableUrlAccess: true })
  }
  return async ({ to, subject, text, headers }) => {
    made ??= load()
    const transport = await made
    // An object, because a string may be parsed as a list of addresses.
    await transport.sendMail({ from, to: { name: '', address: to }, subject, text, headers })
  }
}

/** The kind of mail whose user is looked up when it is sent. */
const FORGOTTEN = 'forgotten'

const RHYTHM = { everyMs: 15_000, deadlineMs: 90_000 }
/** In one round, so that it ends within its deadline. */
const MOST_AT_ONCE = 3
const FIRST_PAUSE_SECONDS = 30
const LONGEST_PAUSE_SECONDS = 3600
const DAY_SECONDS = 86_400

type Template = Pick<Mail, 'kind' | 'subject' | 'body'>
export const MADE_BY_ADMIN: Template = {
  kind: 'password-link',
  subject: `Set your password for ${brand.name}`,
  body: `Hello,\n\nan administrator of ${brand.name} sends you this link. It sets your password, once, within an hour:\n\n{link}\n\nIf you do not know what this is about, you need do nothing.\n`,
}
const ASKED_FOR: Template = {
  kind: FORGOTTEN,
  subject: `Your password for ${brand.name}`,
  body: `Hello,\n\nsomebody asked for a new password for your account of ${brand.name}. This link sets it, once, within an hour:\n\n{link}\n\nIf that was not you, you need do nothing: your password stays as it is.\n`,
}

export type Mailing = ReturnType<typeof createMailing>

/** Sends mail from a queue: no request waits for the mail server, and failures are retried for a day. */
export function createMailing(
  store: Pick<Store, 'pool' | 'tickets' | 'credentials' | 'records' | 'uniqueHolders'>,
  security: SecurityLog,
  links: EntryLinks,
  { mail: settings }: Pick<Config, 'mail'>,
  log: (line: object, message: string) => void,
) {
  const { pool } = store
  const mailer = settings && createMailer(settings.smtpUrl, settings.from)
  const origin = settings?.publicUrl ?? ''
  const entryMail = createEntryMails(store, links, origin)
  let warnings: readonly string[] = []
  let nudge = () => {}

  /** Finds the user of a mail. For a forgotten password only now, so that no answer depends on the email. */
  const userOf = async ({ id, kind, userId, recipient }: DueMail): Promise<string | null> => {
    if (kind !== FORGOTTEN || userId !== null) return userId
    const found = await store.credentials.find(recipient ?? '')
    if (!found || found.user.data.isActive === false) return null
    const account = found.user.id
    await run(pool, sql`update mails set user_id = ${account}, recipient = null where id = ${id}`)
    security.note('password_asked_for', { account, address: null })
    return account
  }

  /** Makes the mail without its subject; undefined when it has no recipient. */
  const contentOf = async (mail: DueMail): Promise<Omit<Letter, 'subject'> | undefined> => {
    const { kind, recipient, body } = mail
    if (kind === CONFIRM_ENTRY) return entryMail(recipient ?? '', body)
    const userId = await userOf(mail)
    const user = userId === null ? undefined : await store.records('users').get(userId)
    if (!user || user.data.isActive === false) return undefined
    const { ticket } = await store.tickets.make('password', { userId: user.id })
    const text = body.replaceAll('{link}', passwordLink(origin, ticket))
    return { to: String(user.data.email), text, headers: {} }
  }

  const sendOne = async (mail: DueMail, send: Mailer): Promise<void> => {
    const { id, kind, attempts, ageSeconds } = mail
    try {
      const content = await contentOf(mail)
      if (content) await send({ subject: mail.subject, ...content })
      await run(pool, sql`delete from mails where id = ${id}`)
    } catch (error) {
      const problem = reasonOf(error)
      if (ageSeconds >= DAY_SECONDS) {
        log({ kind, attempts, reason: problem }, 'a mail was given up')
        // Only the time and the problem are kept.
        await run(
          pool,
          sql`update mails set given_up_at = now(), problem = ${problem}, user_id = null,
            recipient = null, subject = '', body = '' where id = ${id}`,
        )
        return
      }
      if (attempts === 1) log({ kind, reason: problem }, 'a mail was not sent; it is tried again')
      const pause = Math.min(FIRST_PAUSE_SECONDS * 2 ** (attempts - 1), LONGEST_PAUSE_SECONDS)
      await run(
        pool,
        sql`update mails set due_at = now() + make_interval(secs => ${pause}), problem = ${problem}
          where id = ${id}`,
      )
    }
  }

  /** Sends due mails. Returns whether there may be more. */
  const send = async (signal?: AbortSignal): Promise<boolean> => {
    if (!mailer) return false
    let sent = 0
    for (; sent < MOST_AT_ONCE && !signal?.aborted; sent += 1) {
      const due = await takeMail(pool)
      if (!due) break
      await sendOne(due, mailer)
    }
    const [givenUp] = await rowsOf<{ count: number; problem: string | null }>(
      pool,
      sql`select count(*)::int as count, (array_agg(problem order by given_up_at desc))[1] as problem
        from mails where given_up_at is not null`,
    )
    warnings = givenUp && givenUp.count > 0 ? [warningOf(givenUp)] : []
    return sent === MOST_AT_ONCE
  }

  const add = async (mail: Mail): Promise<void> => {
    await addMail(pool, mail)
    nudge()
  }

  return {
    /** True when the server can send mail. */
    isOn: mailer !== undefined,
    add,
    /** Queues the mail for a forgotten password, whether or not the email is known. */
    addForgotten: (email: string) => add({ ...ASKED_FOR, recipient: email }),
    send,
    start(background: Background): void {
      if (mailer) nudge = background.schedule('sending mail', RHYTHM, send)
    },
    /** Deletes mails that were given up long ago. */
    sweep: () => run(pool, sql`delete from mails where given_up_at < now() - interval '7 days'`),
    /** For the operator. */
    warnings: () => warnings,
  }
}

/** A link that sets a password. Its token is in the fragment, which no server logs. */
export function passwordLink(origin: string, token: string): string {
  return `${origin}${SET_PASSWORD_PAGE}#${token}`
}

function warningOf({ count, problem }: { count: number; problem: string | null }): string {
  const what = count === 1 ? 'A mail was' : `${count} mails were`
  return `${what} tried for a day and not sent, within the last week: ${problem ?? ''}. See SMTP_URL and MAIL_FROM.`
}

/** The message of an error, without addresses, which servers like to repeat. */
function reasonOf(error: unknown): string {
  const { message = '' } = error instanceof Error ? error : { message: String(error) }
  return message.replace(/\S+@\S+/g, '…').slice(0, 200)
}
