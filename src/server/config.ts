import { resolve } from 'node:path'
import * as z from 'zod'
import { ADMIN, ROLES, USER } from '#resources/roles.ts'
import { credentials } from '#server/auth/auth-bodies.ts'
import { passwordFault } from '#server/auth/passwords.ts'
import { readRoleClaim } from '#server/auth/sign-on.ts'

/** The environment is wrong. The message lists the wrong variables and what each must be. */
export class ConfigError extends Error {
  override name = 'ConfigError'
}

/** The server's settings, read from the environment once and checked. */
export type Config = Awaited<ReturnType<typeof readConfig>>

const roles = Object.keys(ROLES)
const isRole = (text: string) => roles.includes(text)
const everyRole = [USER, ADMIN, ...roles]
const isAnyRole = (text: string) => everyRole.includes(text)

const text = (pattern: RegExp, error: string) => z.string().regex(pattern, { error })

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
const addresses = z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()])
/** An address or a network. A network of 0 bits would trust all addresses. */
const network = (text: string) =>
  addresses.safeParse(text.trim()).success && !/\/0+$/.test(text.trim())

/**
 * Only addresses. With a number of proxies, or 'all', a client that reaches the server directly could choose the
 * address that the sign-in limits count.
 */
const proxies = z
  .string()
  .refine((text) => text === 'off' || text.split(',').every(network), {
    error: 'must be off, or the addresses of the proxies in front, like 127.0.0.1,10.0.0.0/8',
  })
  .transform((text) => (text === 'off' ? false : text.split(',').map((one) => one.trim())))

/**
 * UTC, or a region and a city. Node and PostgreSQL disagree on shorter names: for PostgreSQL CET has no summer time,
 * IST is Israel's, and +02:00 lies west of Greenwich.
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

const UNITS_MS: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: 86_400_000 }

/** Minutes, hours or days, from ten minutes to a month. */
const span = z
  .string()
  .regex(/^\d{1,5}[mhd]$/, { error: 'must be like 24h, 30m or 7d' })
  .transform((text) => Number(text.slice(0, -1)) * (UNITS_MS[text.slice(-1)] ?? 0))
  .refine((ms) => ms >= 600_000 && ms <= 31 * 86_400_000, {
    error: 'must be from 10m to 31d',
  })

/** Only TLS, or this machine: the provider's answers decide who may sign in. */
const issuer = (text: string) => {
  if (!URL.canParse(text)) return false
  const { protocol, hostname } = new URL(text)
  return (
    protocol === 'https:' ||
    (protocol === 'http:' && /^(localhost|127\.0\.0\.1|\[::1\])$/.test(hostname))
  )
}

/** The variables that the server reads. docs/operations.md describes each of them. */
export const VARIABLES = z.object({
  PORT: whole(0, 65_535).default(3000),
  HOST: z.string().default('127.0.0.1'),
  DATA_DIR: z.string().default('./data'),
  DATABASE_URL: text(/^postgres(ql)?:\/\//, 'must start with postgres://').optional(),
  DATABASE_CONNECTIONS: whole(2, 100).default(10),
  WAYMARK_USER: text(
    /^[a-z_][a-z0-9_.-]{0,31}$/,
    'must be the name of a user of this machine',
  ).optional(),
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
  SECOND_FACTOR_ROLES: listOf(isAnyRole, `must be some of ${everyRole.join(', ')}`).default([]),
  CONFIRM_MINUTES: whole(1, 1440).default(15),
  CONSOLE_ROLES: listOf(isRole, `must be some of ${roles.join(', ')}`).default([]),
  SECRET_KEY: z.string().min(32, { error: 'must have at least 32 characters' }).optional(),
  OIDC_ISSUER: z
    .string()
    .refine(issuer, { error: 'must be the https:// address of the provider' })
    .optional(),
  OIDC_CLIENT_ID: z.string().optional(),
  OIDC_CLIENT_SECRET: z.string().optional(),
  OIDC_NAME: z.string().max(40, { error: 'must have at most 40 characters' }).optional(),
  OIDC_ROLES: z
    .string()
    .transform((text, context) => {
      const claim = readRoleClaim(text)
      if (claim?.roles.every(({ role }) => isAnyRole(role))) return claim
      const message = `must be like 'groups: admins=admin, staff=user', with roles of ${everyRole.join(', ')}`
      context.addIssue({ code: 'custom', message })
      return z.NEVER
    })
    .optional(),
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
  BACKUP_DIR: z.string().optional(),
  BACKUP_EVERY: span.optional(),
  BACKUP_KEEP: whole(1, 1000).optional(),
  TRUST_PROXY: proxies.default(false),
  IMAGE_HOSTS: listOf(host, 'must be host names, like images.example.org').default([]),
  CORS_ORIGINS: listOf(origin, 'must be origins, like https://admin.example.org').default([]),
  METRICS_TOKEN: text(
    /^[!-~]{16,200}$/,
    'must be 16 to 200 characters without spaces, like the output of openssl rand -hex 24',
  ).optional(),
  METRICS_FROM: listOf(network, 'must be addresses or networks, like 10.0.0.7,fd00::/8').default(
    [],
  ),
  ACCESS_LOG: onOff.default(false),
  PUBLIC_URL: z
    .string()
    .transform((text) => text.replace(/\/$/, ''))
    .refine((text) => /^https?:/.test(text) && origin(text), {
      error: 'must be an origin, like https://waymark.example.org',
    })
    .optional(),
  SMTP_URL: z
    .url({
      protocol: /^smtps?$/,
      hostname: /./,
      error: 'must be like smtps://user:password@mail.example.org',
    })
    .optional(),
  MAIL_FROM: text(
    /^[^\r\n<>]*<[^\s<>@]+@[^\s<>@]+>$|^[^\s<>@]+@[^\s<>@]+$/,
    'must be an address, like Waymark <waymark@example.org>',
  ).optional(),
  LOG_LEVEL: z
    .enum(['debug', 'info', 'warn', 'error', 'silent'], {
      error: 'must be debug, info, warn, error or silent',
    })
    .default('warn'),
})

const schema = VARIABLES.refine(
  (env) => env.HISTORY_DAYS === 'off' || env.HISTORY_DAYS >= env.TRASH_DAYS,
  {
    path: ['HISTORY_DAYS'],
    error: 'must be at least TRASH_DAYS: so long changes can be taken back',
  },
)
  .refine((env) => env.BACKUP_DIR || !(env.BACKUP_EVERY || env.BACKUP_KEEP), {
    path: ['BACKUP_DIR'],
    error: 'must say where the backups go',
  })
  // Without PUBLIC_URL the Host header of a request would choose where the links lead.
  .refine((env) => !env.SMTP_URL || (env.MAIL_FROM && env.PUBLIC_URL), {
    path: ['SMTP_URL'],
    error: 'needs MAIL_FROM, and PUBLIC_URL: links in mails lead there',
  })
  .refine((env) => Boolean(env.OIDC_ISSUER) === Boolean(env.OIDC_CLIENT_ID), {
    path: ['OIDC_ISSUER'],
    error: 'and OIDC_CLIENT_ID go together',
  })

/** Reads the environment. Empty variables count as absent. Throws ConfigError with one line for each wrong value. */
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
    /** The user that a server started as root changes to. */
    user: env.WAYMARK_USER,
    databaseConnections: env.DATABASE_CONNECTIONS,
    admin: { email: env.ADMIN_EMAIL, password: env.ADMIN_PASSWORD },
    demo: env.DEMO ?? env.DATABASE_URL === undefined,
    /** The zone of a new database. An existing database must have the same. */
    timeZone: env.REPORTING_TIME_ZONE,
    session: {
      idleMinutes: env.SESSION_IDLE_MINUTES,
      hours: env.SESSION_HOURS,
      perUser: env.SESSIONS_PER_USER,
      confirmMinutes: env.CONFIRM_MINUTES,
      secondFactorRoles: env.SECOND_FACTOR_ROLES,
    },
    /** Without it, the key for encrypted values is stored in the same database. */
    secretKey: env.SECRET_KEY,
    signOn:
      env.OIDC_ISSUER && env.OIDC_CLIENT_ID
        ? {
            issuer: env.OIDC_ISSUER,
            clientId: env.OIDC_CLIENT_ID,
            clientSecret: env.OIDC_CLIENT_SECRET,
            name: env.OIDC_NAME ?? new URL(env.OIDC_ISSUER).hostname,
            roles: env.OIDC_ROLES,
          }
        : undefined,
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
    /** How long a change can be undone. */
    trashDays: env.TRASH_DAYS,
    /** Undefined: the history is never deleted. */
    historyDays: env.HISTORY_DAYS === 'off' ? undefined : env.HISTORY_DAYS,
    /** Undefined: the server makes no backups. */
    backup:
      env.BACKUP_DIR === undefined
        ? undefined
        : {
            dir: resolve(env.BACKUP_DIR),
            everyMs: env.BACKUP_EVERY ?? 86_400_000,
            keep: env.BACKUP_KEEP ?? 7,
          },
    trustProxy: env.TRUST_PROXY,
    /** Access to GET /metrics by token and network. Undefined: none. */
    metrics:
      env.METRICS_TOKEN === undefined && env.METRICS_FROM.length === 0
        ? undefined
        : { token: env.METRICS_TOKEN, from: env.METRICS_FROM },
    accessLog: env.ACCESS_LOG,
    imageHosts: env.IMAGE_HOSTS,
    corsOrigins: env.CORS_ORIGINS,
    publicUrl: env.PUBLIC_URL,
    mail:
      env.SMTP_URL && env.MAIL_FROM && env.PUBLIC_URL
        ? { smtpUrl: env.SMTP_URL, from: env.MAIL_FROM, publicUrl: env.PUBLIC_URL }
        : undefined,
    logLevel: env.LOG_LEVEL,
  }
}
