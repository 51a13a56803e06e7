import { resolve } from 'node:path'
import * as z from 'zod'
import { ADMIN, ROLES, USER } from '#resources/roles.ts'
import { credentials } from '#server/auth/auth-schemas.ts'
import { passwordFault } from '#server/auth/passwords.ts'
import { readRoleClaim } from '#server/auth/sign-on.ts'

/** The environment has invalid variables. The message lists them and what each must be. */
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

const onOff = z.stringbool({
  truthy: ['on', 'true', '1'],
  falsy: ['off', 'false', '0'],
  case: 'sensitive',
  error: 'must be on or off',
})

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
 * Accepts only addresses. With a number of proxies, or 'all', a client that reaches the server directly could choose
 * the address that the sign-in limits count.
 */
const proxies = z
  .string()
  .refine((text) => text === 'off' || text.split(',').every(network), {
    error: 'must be off, or the addresses of the proxies, like 127.0.0.1,10.0.0.0/8',
  })
  .transform((text) => (text === 'off' ? false : text.split(',').map((one) => one.trim())))

/**
 * Accepts UTC, or a region and a city. Node and PostgreSQL disagree on shorter names: in PostgreSQL CET has no summer
 * time, IST is Israel's, and +02:00 is west of Greenwich.
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

const HERE = /^(localhost|127\.0\.0\.1|\[::1\])$/
const DAY_MS = 86_400_000
const UNITS_MS: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: DAY_MS }

/** Minutes, hours or days, from ten minutes to a month. */
const span = z
  .string()
  .regex(/^\d{1,5}[mhd]$/, { error: 'must be like 24h, 30m or 7d' })
  .transform((text) => Number(text.slice(0, -1)) * (UNITS_MS[text.slice(-1)] ?? 0))
  .refine((ms) => ms >= 600_000 && ms <= 31 * DAY_MS, {
    error: 'must be from 10m to 31d',
  })

/**
 * The variables that the server reads, by their names in camel case: PUBLIC_URL is publicUrl. docs/operations.md
 * describes each of them.
 */
const VARIABLES = z.object({
  port: whole(0, 65_535).default(3000),
  host: z.string().default('127.0.0.1'),
  dataDir: z
    .string()
    .default('./data')
    .transform((path) => resolve(path)),
  databaseUrl: text(/^postgres(ql)?:\/\//, 'must start with postgres://').optional(),
  databaseConnections: whole(2, 100).default(10),
  /** The user that a server started as root changes to. */
  waymarkUser: text(/^[a-z_][a-z0-9_.-]{0,31}$/, 'must be a user of this system').optional(),
  adminEmail: credentials.shape.email
    .pipe(z.email({ error: 'must be an email address' }))
    .optional(),
  adminPassword: z
    .string()
    .superRefine(async (password, { addIssue }) => {
      const fault = await passwordFault(password)
      if (fault) addIssue(`is not accepted. ${fault}`)
    })
    .optional(),
  demo: onOff.optional(),
  /** The time zone of a new database. An existing database must have the same. */
  reportingTimeZone: zoneSchema.optional(),
  sessionIdleMinutes: whole(1, 43_200).default(30),
  sessionHours: whole(1, 8760).default(12),
  sessionsPerUser: whole(1, 10_000).default(10),
  secondFactorRoles: listOf(isAnyRole, `must be some of ${everyRole.join(', ')}`).default([]),
  confirmMinutes: whole(1, 1440).default(15),
  consoleRoles: listOf(isRole, `must be some of ${roles.join(', ')}`)
    .transform((all) => [...new Set(all)])
    .default([]),
  /** Without it, the key for encrypted values is stored in the same database. */
  secretKey: z.string().min(32, { error: 'must have at least 32 characters' }).optional(),
  /** Requires TLS, except on this machine, because the provider decides who may sign in. */
  oidcIssuer: z
    .union([z.url({ protocol: /^https$/ }), z.url({ protocol: /^http$/, hostname: HERE })], {
      error: 'must be the https:// address of the provider',
    })
    .optional(),
  oidcClientId: z.string().optional(),
  oidcClientSecret: z.string().optional(),
  oidcName: z.string().max(40, { error: 'must have at most 40 characters' }).optional(),
  oidcRoles: z
    .string()
    .transform((text, context) => {
      const claim = readRoleClaim(text)
      if (claim?.roles.every(({ role }) => isAnyRole(role))) return claim
      context.addIssue(
        `must be like 'groups: admins=admin, staff=user', with roles of ${everyRole.join(', ')}`,
      )
      return z.NEVER
    })
    .optional(),
  signInWindowMinutes: whole(1, 1440).default(15),
  signInFailuresPerAccount: whole(1, 100_000).default(10),
  signInFailuresPerAddress: whole(1, 100_000).default(30),
  signInsPerAccount: whole(1, 100_000).default(30),
  formWindowMinutes: whole(1, 1440).default(60),
  formPostsPerAddress: whole(1, 1_000_000).default(20),
  formPostsInTotal: whole(1, 1_000_000).default(600),
  /** How long a change can be undone. */
  trashDays: whole(1, 3650).default(30),
  /** Undefined: the history is never deleted. */
  historyDays: z
    .union([z.literal('off').transform(() => undefined), whole(1, 36_500)], {
      error: 'must be off, or a whole number of days from 1 to 36500',
    })
    .optional(),
  backupDir: z.string().optional(),
  backupEvery: span.optional(),
  backupKeep: whole(1, 1000).optional(),
  trustProxy: proxies.default(false),
  imageHosts: listOf(host, 'must be host names, like images.example.org').default([]),
  corsOrigins: listOf(origin, 'must be origins, like https://admin.example.org').default([]),
  metricsToken: text(
    /^[!-~]{16,200}$/,
    'must be 16 to 200 characters without spaces, like the output of openssl rand -hex 24',
  ).optional(),
  metricsFrom: listOf(network, 'must be addresses or networks, like 10.0.0.7,fd00::/8').default([]),
  accessLog: onOff.default(false),
  publicUrl: z
    .string()
    .transform((text) => text.replace(/\/$/, ''))
    .refine((text) => /^https?:/.test(text) && origin(text), {
      error: 'must be an origin, like https://waymark.example.org',
    })
    .optional(),
  smtpUrl: z
    .url({
      protocol: /^smtps?$/,
      hostname: /./,
      error: 'must be like smtps://user:password@mail.example.org',
    })
    .optional(),
  mailFrom: text(
    /^[^\r\n<>]*<[^\s<>@]+@[^\s<>@]+>$|^[^\s<>@]+@[^\s<>@]+$/,
    'must be an address, like Waymark <waymark@example.org>',
  ).optional(),
  logLevel: z
    .enum(['debug', 'info', 'warn', 'error', 'silent'], {
      error: 'must be debug, info, warn, error or silent',
    })
    .default('warn'),
})

const schema = VARIABLES.refine(
  ({ historyDays, trashDays }) => historyDays === undefined || historyDays >= trashDays,
  {
    path: ['historyDays'],
    error: 'must be at least TRASH_DAYS, because changes can be undone that long',
  },
)
  .refine((env) => env.backupDir || !(env.backupEvery || env.backupKeep), {
    path: ['backupDir'],
    error: 'must be set if BACKUP_EVERY or BACKUP_KEEP is set',
  })
  // Without PUBLIC_URL the Host header of a request would choose where the links lead.
  .refine((env) => !env.smtpUrl || (env.mailFrom && env.publicUrl), {
    path: ['smtpUrl'],
    error: 'needs MAIL_FROM and PUBLIC_URL',
  })
  .refine((env) => Boolean(env.oidcIssuer) === Boolean(env.oidcClientId), {
    path: ['oidcIssuer'],
    error: 'must be set together with OIDC_CLIENT_ID',
  })

const variableOf = (key: string) => key.replace(/[A-Z]/g, '_$&').toUpperCase()
/** The names of the variables that the server reads. */
export const VARIABLE_NAMES = Object.keys(VARIABLES.shape).map(variableOf)

/** Reads the environment. Empty variables count as absent. Throws ConfigError with one line for each invalid value. */
export async function readConfig(environment: Readonly<Record<string, string | undefined>>) {
  const given = Object.keys(VARIABLES.shape).flatMap((key) => {
    const value = environment[variableOf(key)]
    return value?.trim() ? [[key, value]] : []
  })
  const { success, data, error } = await schema.safeParseAsync(Object.fromEntries(given))
  if (!success) {
    const lines = error.issues.map(
      ({ path, message }) => `  ${variableOf(String(path[0]))} ${message}`,
    )
    throw new ConfigError(
      `Invalid configuration:\n${lines.join('\n')}\nCorrect these environment variables, or unset them to use the defaults.`,
    )
  }
  const { demo, oidcIssuer, oidcClientId, backupDir, smtpUrl, mailFrom, publicUrl } = data
  return {
    ...data,
    demo: demo ?? data.databaseUrl === undefined,
    /** Undefined: no single sign-on. */
    signOn:
      oidcIssuer && oidcClientId
        ? {
            issuer: oidcIssuer,
            clientId: oidcClientId,
            clientSecret: data.oidcClientSecret,
            name: data.oidcName ?? new URL(oidcIssuer).hostname,
            roles: data.oidcRoles,
          }
        : undefined,
    /** Undefined: the server makes no backups. */
    backup: backupDir
      ? { dir: resolve(backupDir), everyMs: data.backupEvery ?? DAY_MS, keep: data.backupKeep ?? 7 }
      : undefined,
    /** Undefined: the server sends no emails. */
    mail: smtpUrl && mailFrom && publicUrl ? { smtpUrl, from: mailFrom, publicUrl } : undefined,
  }
}
