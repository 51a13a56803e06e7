import { networkInterfaces } from 'node:os'
import { brand } from '#brand'
import { DOCS } from '#server/http/openapi.ts'
import type { Config } from './config.ts'
import type { FirstAdmin } from './first-admin.ts'

/** Says where everything is and how to sign in, for whoever started the server. */
export function greet(
  port: number,
  admin: FirstAdmin,
  config: Config,
  say: (line: string) => void,
): void {
  const isEverywhere = ['0.0.0.0', '::'].includes(config.host)
  const base = originOf(isEverywhere ? 'localhost' : config.host, port)
  const others = isEverywhere ? addressesOfThisMachine().map((host) => originOf(host, port)) : []
  const password = admin.isNew
    ? (admin.password ?? 'the one given as ADMIN_PASSWORD')
    : 'printed at the first start, unless you have set another one'
  const lines = [
    '',
    `${brand.name} is running.`,
    `  Console       ${base}/admin`,
    `  Landing page  ${base}/`,
    `  API           ${base}${DOCS}`,
    ...[...others, ...(config.publicUrl ? [config.publicUrl] : [])].map(
      (origin) => `  Also at       ${origin}`,
    ),
    '',
    '  Sign in with',
    `  Email         ${admin.email}`,
    `  Password      ${password}`,
    ...(admin.password ? ['  It is shown only this once.'] : []),
    ...(admin.isNew
      ? []
      : [`  Lost it?      npm run admin -- set-password --email ${admin.email}`]),
    '',
  ]
  for (const line of lines) say(line)
}

function originOf(host: string, port: number): string {
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`
}

/** Where other machines reach this one, when it listens everywhere. */
function addressesOfThisMachine(): string[] {
  return Object.values(networkInterfaces()).flatMap((addresses = []) =>
    addresses
      .filter(({ internal, family }) => !internal && family === 'IPv4')
      .map(({ address }) => address),
  )
}
