import { uuidv7 } from 'uuidv7'
import { type Runner, raw, rowsOf, run, sql } from '#server/db/sql.ts'

/** A mail to be sent: to a user, wherever the user's address is by then, or to an address that is no user's. */
export interface Mail {
  /** What it is about, as public-forms/mailing.ts knows how to send it. */
  kind: string
  userId?: string
  recipient?: string
  subject: string
  /** Plain text. `{link}` stands for what the kind links to, which is made when the mail is sent. */
  body: string
  headers?: Readonly<Record<string, string>>
}

/** One that is due. */
export interface DueMail {
  id: string
  kind: string
  userId: string | null
  recipient: string | null
  subject: string
  body: string
  headers: Readonly<Record<string, string>>
  /** With this one. */
  attempts: number
  ageSeconds: number
}

/** The queue of mail. Of several servers each mail is sent by one; where that one breaks off, by the next. */
export interface Mails {
  add(runner: Runner, mail: Mail): Promise<void>
  /** Takes one that is due: nobody else gets it for a while. */
  take(): Promise<DueMail | undefined>
  /** Says which user an address turned out to be, and forgets the address. */
  bind(id: string, userId: string): Promise<void>
  /** It is sent, or nobody is there to get it. */
  remove(id: string): Promise<void>
  later(id: string, seconds: number, problem: string): Promise<void>
  /** Keeps nothing of it but when and why. */
  giveUp(id: string, problem: string): Promise<void>
  /** How many were given up lately, and why the last one. */
  givenUp(): Promise<{ count: number; problem: string }>
  sweep(): Promise<void>
}

/** Longer than sending one may take. */
const TAKEN = raw(`interval '2 minutes'`)
/** Rounded as what is stored: a mail is due within the millisecond in which it was queued. */
const NOW = raw('now()::timestamptz(3)')
const GIVEN_UP_KEPT = raw(`interval '7 days'`)

export function createMails(pool: Runner): Mails {
  return {
    async add(runner, { kind, userId, recipient, subject, body, headers = {} }) {
      await run(
        runner,
        sql`insert into mails (id, kind, user_id, recipient, subject, body, headers)
          values (${uuidv7()}, ${kind}, ${userId ?? null}, ${recipient ?? null}, ${subject}, ${body},
            ${JSON.stringify(headers)})`,
      )
    },

    async take() {
      const [due] = await rowsOf<DueMail>(
        pool,
        sql`update mails set due_at = now() + ${TAKEN}, attempts = attempts + 1
          where id = (select id from mails where due_at <= ${NOW} and given_up_at is null
            order by due_at limit 1 for update skip locked)
          returning id, kind, user_id as "userId", recipient, subject, body, headers, attempts,
            extract(epoch from now() - created_at)::float8 as "ageSeconds"`,
      )
      return due
    },

    async bind(id, userId) {
      await run(pool, sql`update mails set user_id = ${userId}, recipient = null where id = ${id}`)
    },

    async remove(id) {
      await run(pool, sql`delete from mails where id = ${id}`)
    },

    async later(id, seconds, problem) {
      await run(
        pool,
        sql`update mails set due_at = now() + make_interval(secs => ${seconds}), problem = ${problem}
          where id = ${id}`,
      )
    },

    async giveUp(id, problem) {
      await run(
        pool,
        sql`update mails set given_up_at = now(), problem = ${problem}, user_id = null, recipient = null,
            subject = '', body = '', headers = '{}'
          where id = ${id}`,
      )
    },

    async givenUp() {
      const [found] = await rowsOf<{ count: number; problem: string | null }>(
        pool,
        sql`select count(*)::int as count,
            (array_agg(problem order by given_up_at desc))[1] as problem
          from mails where given_up_at is not null`,
      )
      return { count: found?.count ?? 0, problem: found?.problem ?? '' }
    },

    async sweep() {
      await run(pool, sql`delete from mails where given_up_at < now() - ${GIVEN_UP_KEPT}`)
    },
  }
}
