import { brand } from '#brand'
import { SET_PASSWORD_PAGE } from '#contract/auth.ts'
import type { Config } from '#server/config.ts'
import type { Runner } from '#server/db/sql.ts'
import type { Background } from '#server/ops/jobs.ts'
import type { SecurityLog } from '#server/security-log/security-log.ts'
import type { Store } from '#server/store.ts'
import type { DueMail, Mail } from './mail-queue.ts'
import { createMailer, type Letter, type Mailer } from './mailer.ts'
import type { EntryLinks } from './waitlist-links.ts'
import { CONFIRM_ENTRY, createEntryMails } from './waitlist-mails.ts'

/** Mail, by a queue: nobody waits for the mail server, and what it does not take is tried again. */
export interface Mailing {
  /** Whether any can be sent. */
  readonly isOn: boolean
  /** Queues one, in the caller's transaction where there is one. */
  add(mail: Mail, runner?: Runner): Promise<void>
  /** Queues the mail for who forgot a password. Whether there is such a person is found out when it is sent. */
  addForgotten(email: string): Promise<void>
  /** Sends what is due. Gives whether more may be. */
  send(signal?: AbortSignal): Promise<boolean>
  start(background: Background): void
  /** For the operator. */
  warnings(): readonly string[]
}

/** The kind of mail whose `{link}` sets a password, once. */
const PASSWORD_LINK = 'password-link'
const FORGOTTEN = 'forgotten'

const RHYTHM = { everyMs: 15_000, deadlineMs: 90_000 }
/** In one round, so that no round takes longer than its deadline. */
const MOST_AT_ONCE = 3
const FIRST_PAUSE_SECONDS = 30
const LONGEST_PAUSE_SECONDS = 3600
const DAY_SECONDS = 86_400

/** Texts of mails to people whose password is to be set. */
export const MADE_BY_ADMIN: Pick<Mail, 'kind' | 'subject' | 'body'> = {
  kind: PASSWORD_LINK,
  subject: `Set your password for ${brand.name}`,
  body: `Hello,\n\nan administrator of ${brand.name} sends you this link. It sets your password, once, within an hour:\n\n{link}\n\nIf you do not know what this is about, you need do nothing.\n`,
}
const ASKED_FOR: Pick<Mail, 'kind' | 'subject' | 'body'> = {
  kind: FORGOTTEN,
  subject: `Your password for ${brand.name}`,
  body: `Hello,\n\nsomebody asked for a new password for your account of ${brand.name}. This link sets it, once, within an hour:\n\n{link}\n\nIf that was not you, you need do nothing: your password stays as it is.\n`,
}

export function createMailing(
  store: Pick<Store, 'pool' | 'mails' | 'oneTime' | 'credentials' | 'records' | 'taken'>,
  security: SecurityLog,
  links: EntryLinks,
  { mail: settings }: Pick<Config, 'mail'>,
  tell: (line: object, words: string) => void,
  mailer: Mailer | undefined = settings && createMailer(settings.smtpUrl, settings.from),
): Mailing {
  const { mails } = store
  const entryMail = createEntryMails(store, links, settings?.publicUrl ?? '')
  let warnings: readonly string[] = []
  let nudge = () => {}

  /** The address that a mail goes to by now; undefined where nobody is there to get it. */
  const recipientOf = async (mail: DueMail): Promise<string | undefined> => {
    if (mail.kind === FORGOTTEN && mail.userId === null) {
      const found = await store.credentials.find(mail.recipient ?? '')
      if (!found || found.user.data.isActive === false) return undefined
      await mails.bind(mail.id, found.user.id)
      mail.userId = found.user.id
      security.note('password_asked_for', { account: found.user.id, address: null })
    }
    if (mail.userId === null) return mail.recipient ?? undefined
    const user = await store.records('users').get(mail.userId)
    return user && user.data.isActive !== false ? String(user.data.email) : undefined
  }

  /** A link is made anew each time, and is so stored nowhere. */
  const bodyOf = async ({ kind, userId, body }: DueMail): Promise<string> => {
    if (userId === null || ![PASSWORD_LINK, FORGOTTEN].includes(kind)) return body
    const { token } = await store.oneTime.make(userId)
    return body.replaceAll('{link}', passwordLink(settings?.publicUrl ?? '', token))
  }

  /** All of it but its subject; undefined where nobody is there to get it. */
  const readyOf = async (mail: DueMail): Promise<Omit<Letter, 'subject'> | undefined> => {
    if (mail.kind === CONFIRM_ENTRY) return entryMail(mail.recipient ?? '', mail.body)
    const to = await recipientOf(mail)
    return to === undefined ? undefined : { to, text: await bodyOf(mail), headers: mail.headers }
  }

  const sendOne = async (mail: DueMail, mailer: Mailer): Promise<void> => {
    try {
      const ready = await readyOf(mail)
      if (ready) await mailer({ subject: mail.subject, ...ready })
      await mails.remove(mail.id)
    } catch (error) {
      await notSent(mail, error)
    }
  }

  const notSent = async ({ id, kind, attempts, ageSeconds }: DueMail, error: unknown) => {
    const problem = reasonOf(error)
    if (ageSeconds >= DAY_SECONDS) {
      tell({ kind, attempts, reason: problem }, 'a mail was given up')
      await mails.giveUp(id, problem)
      return
    }
    if (attempts === 1) tell({ kind, reason: problem }, 'a mail was not sent; it is tried again')
    const pause = FIRST_PAUSE_SECONDS * 2 ** (attempts - 1)
    await mails.later(id, Math.min(pause, LONGEST_PAUSE_SECONDS), problem)
  }

  const mailing: Mailing = {
    isOn: mailer !== undefined,

    async add(mail, runner = store.pool) {
      await mails.add(runner, mail)
      nudge()
    },

    addForgotten: (email) => mailing.add({ ...ASKED_FOR, recipient: email }),

    async send(signal) {
      if (!mailer) return false
      let sent = 0
      for (; sent < MOST_AT_ONCE && !signal?.aborted; sent += 1) {
        const due = await mails.take()
        if (!due) break
        await sendOne(due, mailer)
      }
      const { count, problem } = await mails.givenUp()
      warnings = count === 0 ? [] : [givenUp(count, problem)]
      return sent === MOST_AT_ONCE
    },

    start(background) {
      if (mailer)
        nudge = background.schedule('sending mail', RHYTHM, (signal) => mailing.send(signal))
    },

    warnings: () => warnings,
  }
  return mailing
}

/** Where a token is used. In the fragment no server's log sees it. */
export function passwordLink(origin: string, token: string): string {
  return `${origin}${SET_PASSWORD_PAGE}#${token}`
}

function givenUp(count: number, problem: string): string {
  const what = count === 1 ? 'A mail was' : `${count} mails were`
  return `${what} tried for a day and not sent, within the last week: ${problem}. See SMTP_URL and MAIL_FROM.`
}

/** Without addresses, which servers like to repeat. */
function reasonOf(error: unknown): string {
  const { message = '' } = error instanceof Error ? error : { message: String(error) }
  return message.replace(/\S+@\S+/g, '…').slice(0, 200)
}
