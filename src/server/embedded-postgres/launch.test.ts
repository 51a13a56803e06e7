import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { launch } from './launch.ts'

/** A stand-in for PostgreSQL: refuses as the first lines say, then reports that it is ready. */
const POSTGRES = `#!/bin/sh
cd "$2/.."
echo tried >> tries
if [ -e postgres/postmaster.pid ]; then
  echo 'FATAL:  lock file "postmaster.pid" already exists' >&2
  exit 1
fi
if [ "$(wc -l < tries)" -lt 3 ]; then
  echo "$REFUSAL" >&2
  exit 1
fi
printf '%s\\n\\n\\n5432\\n\\n\\n\\nready\\n' $$ > postgres/postmaster.pid
exec sleep 5
`

/** Launches it without a lock, where postmaster.pid names a living process that is no database. */
async function launchAfterCrash(refusal: string): Promise<number> {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'waymark-launch-')))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  const at = (name: string) => join(root, name)
  mkdirSync(at('postgres'))
  mkdirSync(at('run'))
  writeFileSync(at('postgres/postmaster.pid'), `${process.pid}\n\n\n5432\n\n\n\nready\n`)
  const postgres = at('postgres.sh')
  writeFileSync(postgres, POSTGRES.replace('$REFUSAL', refusal), { mode: 0o755 })
  const layout = {
    root,
    data: at('postgres'),
    run: at('run'),
    log: at('log'),
    marker: at('marker'),
  }
  await launch({
    layout,
    binaries: { initdb: '', postgres, major: 18, version: '18.0' },
    account: {
      uid: 0,
      gid: 0,
      peers: [],
      command: (file, args) => ({ file, args: [...args] }),
    },
    socketDir: layout.run,
    lock: undefined,
    say: () => undefined,
  })
  return readFileSync(at('tries'), 'utf8').trim().split('\n').length
}

test('without a lock, what a crash left is removed, and processes that are dying are waited for', async () => {
  expect(await launchAfterCrash('FATAL:  pre-existing shared memory block is still in use')).toBe(3)
  await expect(launchAfterCrash('FATAL:  out of memory')).rejects.toThrow('out of memory')
})
