import { DeclarationError } from '#model/check/fault.ts'
import { registry } from '#resources/index.ts'
import { ZoneError } from '#server/analytics/zone.ts'
import { faultOf } from '#server/db/faults.ts'
import { SchemaError } from '#server/db/migrate.ts'
import { databaseCode } from '#server/db/pool.ts'
import { ClusterError } from '#server/embedded-postgres/layout.ts'
import { createTranslator } from '#server/http/error-handler.ts'
import { Refusal } from '#server/http/refusal.ts'
import { BackupError } from '#server/ops/backup/backup-file.ts'
import { type Config, ConfigError } from './config.ts'
import { explainDeclarations } from './declarations.ts'

/** Returns the message of a failed start or command for the operator: what happened and what to do, without a stack. */
export function explainFailure(
  error: unknown,
  { port, host, databaseUrl }: Partial<Pick<Config, 'port' | 'host' | 'databaseUrl'>> = {},
): string {
  const code = databaseCode(error)
  const message = error instanceof Error ? error.message : String(error)
  const ours = [BackupError, ConfigError, ClusterError, Refusal, SchemaError, ZoneError]
  if (ours.some((kind) => error instanceof kind)) return message
  if (error instanceof DeclarationError) return explainDeclarations(error)
  const fault = faultOf(error)
  if (fault?.kind === 'taken') return createTranslator(registry)(error).message
  if (fault?.kind === 'full')
    return `The disk of the database is full (${message}). Free some space, then start again.`
  if (code === 'EADDRINUSE')
    return `Port ${port} on ${host} is already in use. Stop the other program, or choose another port: PORT=${(port ?? 3000) + 1} npm start`
  // The socket of a database can also be closed to a user.
  const isOfDatabase = databaseUrl && Object(error).syscall === 'connect'
  if (code === 'EACCES' && port !== undefined && !isOfDatabase)
    return `Port ${port} is not allowed for this user. Choose one above 1023: PORT=3000 npm start`
  if (code === 'EADDRNOTAVAIL' || (code === 'ENOTFOUND' && !databaseUrl))
    return `This machine has no address '${host}'. Set HOST to one of its addresses, like 127.0.0.1 or 0.0.0.0.`
  if (databaseUrl && (isOfDatabase || fault || /^(28|3D)/.test(code ?? '')))
    return `The database at ${withoutSecrets(databaseUrl)} cannot be used: ${message}. Check DATABASE_URL and that the database is running. Without DATABASE_URL, Waymark starts its own.`
  return `Waymark stopped: ${message}`
}

/** Returns a database URL without its password, for messages. */
export function withoutSecrets(url: string): string {
  if (!URL.canParse(url)) return 'DATABASE_URL'
  const { protocol, host, pathname } = new URL(url)
  return `${protocol}//${host}${pathname}`
}
