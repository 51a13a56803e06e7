import { uuidv7 } from 'uuidv7'
import { brand } from '#brand'
import { SET_PASSWORD_PAGE } from '#contract/auth.ts'
import type { Config } from '#server/config.ts'
import { type Runner, raw, rowsOf, run, sql } from '#server/db/sql.ts'
import type { Background } from '#server/ops/jobs.ts'
import type { SecurityLog } from '#server/security-log/security-log.ts'
import type { Store } from '#server/services.ts'
import { type EntryLinks, entryMail } from './waitlist.ts'

/**
 * The emails. `{link}`, `{confirm}` and `{unsubscribe}` are replaced when an email is sent, so that the queue stores no
 * token.
 */
const MAILS = {
  'password-link': {
    subject: `Set your password for ${brand.name}`,
    body: `Hello,\n\nAn administrator of ${brand.name} sent you a link to set your password. It works once and expires in one hour:\n\n{link}\n\nIf you did not expect this email, you can ignore it.\n`,
  },
  /** The user is looked up when the email is sent. */
  forgotten: {
    subject: `Reset your password for ${brand.name}`,
    body: `Hello,\n\nWe received a request to reset your password for ${brand.name}. Use this link to set a new password. It works once and expires in one hour:\n\n{link}\n\nIf you did not request this, you can ignore this email. Your password does not change.\n`,
  },
  'waitlist-confirm': {
    subject: `Confirm your email address for the ${brand.name} waitlist`,
    body: `Hello,\n\nThis email address was entered for the waitlist of ${brand.name}. To join, confirm it within 7 days:\n\n{confirm}\n\nIf this was not you, you can ignore this email. We then erase the address after 7 days. To erase it now:\n\n{unsubscribe}\n`,
  },
} as const
type MailKind = keyof typeof MAILS

/** Queues an email to a user or an address. `runner` is the pool or the caller's transaction. */
export async function addMail(
  runner: Runner,
  kind: MailKind,
  { userId, recipient }: { userId?: string; recipient?: string },
): Promise<void> {
  const { subject, body } = MAILS[kind]
  await run(
    runner,
    sql`insert into mails (id, kind, user_id, recipient, subject, body)
      values (${uuidv7()}, ${kind}, ${userId ?? null}, ${recipient ?? null}, ${subject}, ${body})`,
  )
}

interface DueMail {
  id: string
  kind: MailKind
  userId: string | null
  recipient: string | null
  subject: string
  body: string
  /** Including the current one. */
  attempts: number
  ageSeconds: number
}

/** Longer than the time limit for sending an email. */
const TAKEN = raw(`interval '2 minutes'`)
/** Rounded like stored times, so that a new email is due immediately. */
const NOW = raw('now()::timestamptz(3)')

/** Reserves a due email for a while, and returns it. */
async function takeMail(pool: Runner): Promise<DueMail | undefined> {
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

/** An email as it is sent, without its subject. */
export interface Letter {
  to: string
  text: string
  headers?: Readonly<Record<string, string>>
}

const TIMEOUTS = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 }

/** Loads nodemailer with the first email. Emails may not read files or URLs. */
function createMailer({ smtpUrl: url, from }: NonNullable<Config['mail']>) {
  const load = async () => {
    const { createTransport } = await import('nodemailer')
    return createTransport({ url, ...TIMEOUTS, disableFileAccess: true, disableUrlAccess: true })
  }
  let transport: ReturnType<typeof load> | undefined
  return async ({ to, ...rest }: Letter & { subject: string }): Promise<void> => {
    transport ??= load()
    // An object, because a string may be parsed as a list of addresses.
    await (await transport).sendMail({ from, to: { name: '', address: to }, ...rest })
  }
}

const RHYTHM = { everyMs: 15_000, deadlineMs: 90_000 }
/** The most in one run of the job, so that it ends within its deadline. */
const MOST_AT_ONCE = 3
const FIRST_PAUSE_SECONDS = 30
const LONGEST_PAUSE_SECONDS = 3600
const DAY_SECONDS = 86_400

export type Mailing = ReturnType<typeof createMailing>

/**
 * Creates the service that sends emails from a queue. No request waits for the mail server, and failures are retried
 * for a day.
 */
export function createMailing(
  store: Pick<Store, 'pool' | 'tickets' | 'credentials' | 'records'>,
  security: SecurityLog,
  links: EntryLinks,
  { mail: settings }: Pick<Config, 'mail'>,
  log: (line: object, message: string) => void,
) {
  const { pool } = store
  const mailer = settings && createMailer(settings)
  const origin = settings?.publicUrl ?? ''
  let warnings: readonly string[] = []
  let nudge = () => {}

  /**
   * Finds the user of an email. For a forgotten password this happens only now, so that the API response does not
   * depend on it.
   */
  const userOf = async ({ id, kind, userId, recipient }: DueMail): Promise<string | null> => {
    if (kind !== 'forgotten' || userId !== null) return userId
    const found = await store.credentials.find(recipient ?? '')
    if (!found || found.user.data.isActive === false) return null
    const account = found.user.id
    await run(pool, sql`update mails set user_id = ${account}, recipient = null where id = ${id}`)
    security.note('password_asked_for', { account, address: null })
    return account
  }

  /** Returns undefined if the email no longer has a recipient. */
  const letterOf = async (mail: DueMail): Promise<Letter | undefined> => {
    const { kind, recipient, body } = mail
    if (kind === 'waitlist-confirm') return entryMail(store, links, origin, recipient ?? '', body)
    const userId = await userOf(mail)
    const user = userId === null ? undefined : await store.records('users').get(userId)
    if (!user || user.data.isActive === false) return undefined
    const { ticket } = await store.tickets.make('password', { userId: user.id })
    const text = body.replaceAll('{link}', passwordLink(origin, ticket))
    return { to: String(user.data.email), text }
  }

  const sendOne = async (mail: DueMail, send: ReturnType<typeof createMailer>): Promise<void> => {
    const { id, kind, subject, attempts, ageSeconds } = mail
    try {
      const letter = await letterOf(mail)
      if (letter) await send({ subject, ...letter })
      await run(pool, sql`delete from mails where id = ${id}`)
    } catch (error) {
      const reason = reasonOf(error)
      const isOver = ageSeconds >= DAY_SECONDS
      if (isOver) log({ kind, attempts, reason }, 'mail failed, given up')
      else if (attempts === 1) log({ kind, reason }, 'mail failed, will retry')
      const pause = Math.min(FIRST_PAUSE_SECONDS * 2 ** (attempts - 1), LONGEST_PAUSE_SECONDS)
      // Keeps only the time and the error of an email that failed for a day.
      const next = isOver
        ? sql`given_up_at = now(), user_id = null, recipient = null, subject = '', body = ''`
        : sql`due_at = now() + make_interval(secs => ${pause})`
      await run(pool, sql`update mails set ${next}, problem = ${reason} where id = ${id}`)
    }
  }

  /** Sends due emails. Returns whether there may be more. */
  const send = async (signal?: AbortSignal): Promise<boolean> => {
    if (!mailer) return false
    let sent = 0
    for (; sent < MOST_AT_ONCE && !signal?.aborted; sent += 1) {
      const due = await takeMail(pool)
      if (!due) break
      await sendOne(due, mailer)
    }
    const [{ count = 0, problem = '' } = {}] = await rowsOf<{ count?: number; problem?: string }>(
      pool,
      sql`select count(*)::int as count, (array_agg(problem order by given_up_at desc))[1] as problem
        from mails where given_up_at is not null`,
    )
    const what = count === 1 ? 'An email was' : `${count} emails were`
    const warning = `${what} not sent within a day, in the last week: ${problem}. Check SMTP_URL and MAIL_FROM.`
    warnings = count > 0 ? [warning] : []
    return sent === MOST_AT_ONCE
  }

  return {
    /** True if the server can send email. */
    isOn: mailer !== undefined,
    /** Queues an email and starts sending. */
    async add(...mail: [MailKind, Parameters<typeof addMail>[2]]): Promise<void> {
      await addMail(pool, ...mail)
      nudge()
    },
    send,
    start(background: Background): void {
      if (mailer) nudge = background.schedule('send mail', RHYTHM, send)
    },
    /** Deletes emails that failed long ago. */
    sweep: () => run(pool, sql`delete from mails where given_up_at < now() - interval '7 days'`),
    /** Warnings for the operator. */
    warnings: () => warnings,
  }
}

/** Returns a link that sets a password. Its token is in the fragment, which servers never see. */
export function passwordLink(origin: string, token: string): string {
  return `${origin}${SET_PASSWORD_PAGE}#${token}`
}

/** Returns the message of an error without the email addresses that mail servers repeat in it. */
function reasonOf(error: unknown): string {
  const { message = '' } = error instanceof Error ? error : { message: String(error) }
  return message.replace(/\S+@\S+/g, '…').slice(0, 200)
}
