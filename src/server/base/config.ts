import { isIP } from 'node:net'
import { resolve } from 'node:path'
import * as z from 'zod'
import { credentials } from '#contract/credentials.ts'
import { ROLES } from '#resources/roles.ts'
import { passwordFault } from './password-rule.ts'

/** The environment is wrong. The message lists what, and how to mend it. */
export class ConfigError extends Error {
  override name = 'ConfigError'
}

/** Everything the server takes from its environment, read once and checked. */
export type Config = Awaited<ReturnType<typeof readConfig>>

const whole = (least: number, most: number) =>
  z
    .string()
    .refine((text) => /^\d+$/.test(text) && Number(text) >= least && Number(text) <= most, {
      error: `must be a whole number from ${least} to ${most}`,
    })
    .transform(Number)

const onOff = z
  .enum(['on', 'off', 'true', 'false', '1', '0'], { error: 'must be on or off' })
  .transform((text) => ['on', 'true', '1'].includes(text))

const listOf = (isItem: (text: string) => boolean, error: string) =>
  z
    .string()
    .transform((text) => text.split(/[\s,]+/).filter((item) => item !== ''))
    .refine((items) => items.every(isItem), { error })

const origin = (text: string) => URL.canParse(text) && new URL(text).origin === text
const host = (text: string) => /^(\*\.)?[a-z0-9-]+(\.[a-z0-9-]+)*(:\d+)?$/i.test(text)
/** An address, or a network with 1 to 32 bits (IPv6: 128): 0 bits would trust everybody. */
const network = (text: string) => {
  const [address = '', bits = '1', more] = text.trim().split('/')
  const most = { 0: 0, 4: 32, 6: 128 }[isIP(address)] ?? 0
  return /^\d{1,3}$/.test(bits) && Number(bits) >= 1 && Number(bits) <= most && more === undefined
}

/**
 * Only by address. A mere number of proxies, or 'all', would let whoever reaches the server directly
 * choose the address that the sign-in limits count.
 */
const proxies = z
  .string()
  .refine((text) => text === 'off' || text.split(',').every(network), {
    error: 'must be off, or the addresses of the proxies in front, like 127.0.0.1,10.0.0.0/8',
  })
  .transform((text) => (text === 'off' ? false : text.split(',').map((one) => one.trim())))

/**
 * UTC, or a region and a city. Both Node and PostgreSQL read those alike; what is shorter they do not: CET has
 * no summer for PostgreSQL, IST is Israel's, and +02:00 lies west of Greenwich.
 */
export const zoneSchema = z.string().refine(
  (text) => {
    try {
      return (
        /^(UTC|[a-z]+\/.+)$/i.test(text) &&
        Boolean(new Intl.DateTimeFormat('en', { timeZone: text }))
      )
    } catch {
      return false
    }
  },
  { error: 'must be UTC, or a time zone with its region, like Europe/Vienna' },
)

const roles = Object.keys(ROLES)
const isRole = (text: string) => roles.includes(text)

const schema = z
  .object({
    PORT: whole(0, 65_535).default(3000),
    HOST: z.string().default('127.0.0.1'),
    DATA_DIR: z.string().default('./data'),
    DATABASE_URL: z
      .string()
      .regex(/^postgres(ql)?:\/\//, { error: 'must start with postgres://' })
      .optional(),
    DATABASE_CONNECTIONS: whole(2, 100).default(10),
    DATABASE_POOLER: z
      .enum(['auto', 'off', 'transaction'], { error: 'must be auto, off or transaction' })
      .default('auto'),
    ADMIN_EMAIL: credentials.shape.email
      .pipe(z.email({ error: 'must be an email address' }))
      .optional(),
    ADMIN_PASSWORD: z
      .string()
      .superRefine(async (password, context) => {
        const fault = await passwordFault(password)
        if (fault) context.addIssue({ code: 'custom', message: `is not safe. ${fault}` })
      })
      .optional(),
    DEMO: onOff.optional(),
    REPORTING_TIME_ZONE: zoneSchema.optional(),
    SESSION_IDLE_MINUTES: whole(1, 43_200).default(30),
    SESSION_HOURS: whole(1, 8760).default(12),
    SESSIONS_PER_USER: whole(1, 10_000).default(10),
    CONSOLE_ROLES: listOf(isRole, `must be some of ${roles.join(', ')}`).default([]),
    SIGN_IN_WINDOW_MINUTES: whole(1, 1440).default(15),
    SIGN_IN_FAILURES_PER_ACCOUNT: whole(1, 100_000).default(10),
    SIGN_IN_FAILURES_PER_ADDRESS: whole(1, 100_000).default(30),
    SIGN_INS_PER_ACCOUNT: whole(1, 100_000).default(30),
    FORM_WINDOW_MINUTES: whole(1, 1440).default(60),
    FORM_POSTS_PER_ADDRESS: whole(1, 1_000_000).default(20),
    FORM_POSTS_IN_TOTAL: whole(1, 1_000_000).default(600),
    TRASH_DAYS: whole(1, 3650).default(30),
    HISTORY_DAYS: z
      .union([z.literal('off'), whole(1, 36_500)], {
        error: 'must be off, or a whole number of days from 1 to 36500',
      })
      .default('off'),
    TRUST_PROXY: proxies.default(false),
    IMAGE_HOSTS: listOf(host, 'must be host names, like images.example.org').default([]),
    CORS_ORIGINS: listOf(origin, 'must be origins, like https://admin.example.org').default([]),
    PUBLIC_URL: z
      .string()
      .transform((text) => text.replace(/\/$/, ''))
      .refine((text) => /^https?:/.test(text) && origin(text), {
        error: 'must be an origin, like https://waymark.example.org',
      })
      .optional(),
    LOG_LEVEL: z
      .enum(['debug', 'info', 'warn', 'error', 'silent'], {
        error: 'must be debug, info, warn, error or silent',
      })
      .default('warn'),
  })
  .refine(({ HISTORY_DAYS: kept, TRASH_DAYS: back }) => kept === 'off' || kept >= back, {
    path: ['HISTORY_DAYS'],
    error: 'must be at least TRASH_DAYS: so long changes can be taken back',
  })

/**
 * Reads the environment. Empty variables count as absent.
 * Throws ConfigError with one line for each wrong value.
 */
export async function readConfig(environment: Readonly<Record<string, string | undefined>>) {
  const given = Object.entries(environment).filter(([, value]) => value?.trim())
  const parsed = await schema.safeParseAsync(Object.fromEntries(given))
  if (!parsed.success) {
    const lines = parsed.error.issues.map((issue) => `  ${issue.path.join('.')} ${issue.message}`)
    throw new ConfigError(
      `The environment is not right:\n${lines.join('\n')}\nSet these variables to other values, or unset them to use the defaults.`,
    )
  }
  const env = parsed.data
  return {
    port: env.PORT,
    host: env.HOST,
    dataDir: resolve(env.DATA_DIR),
    databaseUrl: env.DATABASE_URL,
    databaseConnections: env.DATABASE_CONNECTIONS,
    databasePooler: env.DATABASE_POOLER,
    admin: { email: env.ADMIN_EMAIL, password: env.ADMIN_PASSWORD },
    demo: env.DEMO ?? env.DATABASE_URL === undefined,
    /** For a database that has none yet; in any other it must be the one that is kept there. */
    timeZone: env.REPORTING_TIME_ZONE,
    session: {
      idleMinutes: env.SESSION_IDLE_MINUTES,
      hours: env.SESSION_HOURS,
      perUser: env.SESSIONS_PER_USER,
    },
    consoleRoles: [...new Set(env.CONSOLE_ROLES)],
    signIn: {
      windowMinutes: env.SIGN_IN_WINDOW_MINUTES,
      perAccount: env.SIGN_IN_FAILURES_PER_ACCOUNT,
      perAddress: env.SIGN_IN_FAILURES_PER_ADDRESS,
      successes: env.SIGN_INS_PER_ACCOUNT,
    },
    forms: {
      windowMinutes: env.FORM_WINDOW_MINUTES,
      perAddress: env.FORM_POSTS_PER_ADDRESS,
      inTotal: env.FORM_POSTS_IN_TOTAL,
    },
    /** For so long a change can be taken back. */
    trashDays: env.TRASH_DAYS,
    /** Undefined keeps it for ever. */
    historyDays: env.HISTORY_DAYS === 'off' ? undefined : env.HISTORY_DAYS,
    trustProxy: env.TRUST_PROXY,
    imageHosts: env.IMAGE_HOSTS,
    corsOrigins: env.CORS_ORIGINS,
    publicUrl: env.PUBLIC_URL,
    logLevel: env.LOG_LEVEL,
  }
}
