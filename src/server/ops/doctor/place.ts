import { statfsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '#server/config.ts'
import { createExposure } from '#server/http/exposure.ts'
import { type Finding, judged, well, wrong } from './doctor-finding.ts'

const MB = 1024 * 1024
/** Less is soon full: of PostgreSQL's own log alone 64 MB may come at once. */
const LEAST_FREE = 512 * MB
const LEAST_SHARE = 0.05
const OTHERS = 0o077

/** How the server stands in the network, as far as its configuration tells. */
export function judgeNetwork(config: Config): Finding[] {
  const warnings = createExposure(config).warnings()
  if (warnings.length === 0) return [well('proxy', 'Nothing speaks against how it is configured.')]
  return warnings.map((words) =>
    wrong('proxy', words, 'TRUST_PROXY=<its address> PUBLIC_URL=https://<name> npm start'),
  )
}

/** Of `smtp://` a mail server need not make TLS, and whoever stands between can keep it from that. */
export function judgeMail({ mail }: Config): Finding[] {
  if (!mail) return []
  const { protocol, hostname, searchParams } = new URL(mail.smtpUrl)
  const isHere = ['localhost', '127.0.0.1', '[::1]'].includes(hostname)
  const isTls = protocol === 'smtps:' || searchParams.get('requireTLS') === 'true'
  return [
    judged(
      'encryption of mail',
      (isHere || isTls) && 'By TLS, or within this machine.',
      'Mail, with its one-time links, is encrypted only where the mail server offers it.',
      'SMTP_URL=smtps://…:465 npm start; or smtp://…:587?requireTLS=true',
    ),
  ]
}

/** The data directory of the embedded database, and its disk. */
export function judgePlace({ databaseUrl, dataDir }: Config): Finding[] {
  if (databaseUrl !== undefined) return []
  const { bavail, blocks, bsize } = statfsSync(dataDir)
  return [judgeDirectory(dataDir), judgeRoom(dataDir, bavail * bsize, blocks * bsize)]
}

function judgeDirectory(dataDir: string): Finding {
  const open = [dataDir, join(dataDir, 'postgres'), join(dataDir, 'run')].filter((path) => {
    const found = statSync(path, { throwIfNoEntry: false })
    return found !== undefined && (found.mode & OTHERS) !== 0
  })
  return judged(
    'data directory',
    open.length === 0 && `${dataDir} is closed to others.`,
    `Others of this machine may look into ${open.join(', ')}.`,
    `chmod go= ${open.join(' ')}`,
  )
}

/** Room on a disk, in bytes. */
export function judgeRoom(dataDir: string, free: number, size: number): Finding {
  const left = `${Math.round(free / MB)} MB of ${Math.round(size / MB)} are free on the disk of ${dataDir}.`
  return judged(
    'disk',
    free >= LEAST_FREE && free >= size * LEAST_SHARE && left,
    `Only ${left}`,
    `Free some, or move DATA_DIR to a larger disk: du -xh ${dataDir}`,
  )
}
