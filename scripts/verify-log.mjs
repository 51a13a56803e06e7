// Proves the security log (docs/decisions/043-security-log.md) with nothing of the server's own code. Usage:
// node scripts/verify-log.mjs [FILE: the whole log as JSON lines; else DATABASE_URL] [--head HASH]
import { createHash } from 'node:crypto'
import { open } from 'node:fs/promises'
import { parseArgs } from 'node:util'

const options = { head: { type: 'string' } }
const { values: given, positionals } = parseArgs({ allowPositionals: true, options })
const LINES = `select line from (select number as n, 1 as turn, id, json_build_object('event', e) as line
  from security_events e union all select last, 2, null, json_build_object('seal', s)
  from security_seals s) as lines order by n nulls last, turn, id`
const FACTS = 'id,at,event,account,actor,request,became,what,record,count,personal'.split(',')
const sha = (...parts) => createHash('sha256').update(JSON.stringify(parts)).digest('hex')
const days = (from, to) => (new Date(to).getTime() - new Date(from).getTime()) / 86_400_000
const [heads, blank, erased, wrongs] = [new Set(['']), new Map(), new Set(), []]
const wrong = (isWrong, text) => isWrong && wrongs.push(`WRONG: ${text}`)
let [chain, last, sealed, loose, isOld, swept, sweep] = ['', 0, 0, 0, false]

async function* linesOf([file]) {
  if (file) for await (const line of (await open(file)).readLines()) yield JSON.parse(line)
  if (file) return
  const db = new (await import('pg')).default.Client(process.env.DATABASE_URL)
  await db.connect()
  await db.query(`begin read only; declare lines cursor for ${LINES}`)
  for (let rows; rows?.length !== 0; yield* rows.map(({ line }) => line))
    rows = (await db.query('fetch 5000 from lines')).rows
  await db.end()
}
for await (const { log, event: e, seal: s } of linesOf(positionals)) {
  wrong(log?.isWhole === false, 'the file is a part of the log, which proves nothing')
  if (e) {
    const [is, place] = [`event ${e.number} (${e.id}, ${e.event})`, e.address ?? e.device ?? '']
    const personal = e.salt ? sha(e.salt, e.address, e.device) : place || e.personal
    wrong(personal !== e.personal, `${is}: address or device changed`)
    if (!e.salt && e.personal) blank.set(e.actor ?? e.account, is)
    if (e.event === 'user_erased') erased.add(e.account)
    if (e.number === null) loose += 1
    if (e.number === null) continue
    const facts = FACTS.map((key) => (key === 'at' ? new Date(e.at).toISOString() : e[key]))
    wrong(e.number !== last + 1, `${is} follows on ${last}: something is missing or moved`)
    wrong(sha(chain, e.number, ...facts) !== e.hash, `${is}: it, or the one before it, changed`)
    ;[chain, last, sweep] = [e.hash, e.number, e.event === 'log_swept' ? e : sweep]
  } else if (s) {
    if (s.swept_at && last === 0) [swept, chain, last, sealed] = [s, s.rows, s.last, s.first - 1]
    wrong(s.last !== last || s.first !== sealed + 1, `events ${last + 1} to ${s.last} are missing`)
    const own = sha(s.first, s.last, new Date(s.at).toISOString(), chain)
    wrong(own !== s.hash, `the seal of ${s.first} to ${s.last} changed, or what it stands over`)
    const isTold = sweep?.what === String(swept?.last) && days(sweep.at, s.at) >= 0
    if (isTold && days(swept.at, sweep.at) >= 90) isOld = true
    ;[chain, last, sealed] = [s.hash, s.last, heads.add(s.hash) && s.last]
  }
}
for (const [who, is] of blank) wrong(!erased.has(who), `${is}: blanked, and nobody erased ${who}`)
wrong(last > sealed, `events ${sealed + 1} to ${last} have a number and no seal`)
wrong(swept && !isOld, `events up to ${swept?.last} are missing, and were not old`)
wrong(given.head && !heads.has(given.head), `no seal has the head ${given.head}`)
wrongs.push(`${wrongs.length > 0 ? 'NOT as' : 'As'} it was sealed: up to ${sealed}, head ${chain}`)
wrongs.push(`Not proven: ${loose} events after it; without --head, that no seal was made anew`)
console.log(wrongs.join('\n'))
process.exitCode = wrongs.length > 2 ? 1 : 0
