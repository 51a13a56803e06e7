import { translate } from '#admin/format/translate.ts'
import { currentSession, onSession } from '#admin/http/session.ts'
import { toast } from '#admin/ui/toast/store.ts'
import { watched } from '#admin/ui/watched.ts'
import { isObject } from '#model/paths.ts'
import { claim, claimedElsewhere, release } from './claims.ts'
import { CHANNEL, ownerOf } from './owner.ts'
import {
  handOver,
  type KeptDraft,
  readKept,
  removeKept,
  removeKeptBefore,
  removeKeptIn,
  removeKeptOf,
  takeOver,
  writeKept,
} from './storage.ts'

/** How long typing may be lost by a crash, in milliseconds; the check of the drill is 1 s. */
const WRITE_AFTER = 400
const DAYS = 30
const MOST = 50
/** Of one draft and of all, in characters of JSON. */
const LONGEST = 1_000_000
const LONGEST_TOGETHER = 8_000_000
/** Of a page left longer ago, another may have gone on with the draft. */
const TAKEN_OVER_WITHIN = 60_000
/** A form does not wait for a browser that does not answer. */
const READ_WITHIN = 700

/** The drafts of whoever is in: those of this page as they are, the others as they were read last. */
const known = new Map<string, KeptDraft>()
const offered = watched<readonly KeptDraft[] | undefined>([])
const open: string[] = []
const unwritten = new Set<string>()
let taken: ReadonlySet<string> = new Set()
let owner: string | undefined
let interrupted: KeptDraft | undefined
let timer: ReturnType<typeof setTimeout> | undefined
let isFailureTold = false
let others: BroadcastChannel | undefined

/** Begins to keep drafts: follows the session, and what other pages do. Called once, by the console. */
export function startDrafts(): void {
  others = new BroadcastChannel(CHANNEL)
  others.onmessage = ({ data }: MessageEvent<unknown>) => {
    const cleared = isObject(data) ? data.cleared : undefined
    if (typeof cleared === 'string') forgetAllOf(cleared)
    else void lookForDrafts()
  }
  onSession(follow)
  follow()
  addEventListener('pagehide', () => {
    handOver(notWritten())
    void write()
  })
  // The browser kept this page as it was.
  addEventListener('pageshow', ({ persisted }) => persisted && handOver([]))
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') void write()
    else void lookForDrafts()
  })
}

/** What can be continued here, the newest first; undefined until that is known. Typed in by no open form. */
export const offeredDrafts = offered.now
export const onOfferedDrafts = offered.watch

/** The newest draft of a record ('' of a new one) that no other page types in. */
export function draftOf(place: string, record: string): KeptDraft | undefined {
  return newest().find((one) => one.place === place && one.record === record && !taken.has(one.id))
}

/** What the end of the session interrupted in this page, if it was here: its form opens again by itself. */
export function interruptedAt(place: string): KeptDraft | undefined {
  return interrupted?.place === place && interrupted.owner === owner ? interrupted : undefined
}

/** What was typed, as it was kept; undefined where it cannot be read. */
export function contentOf({ text }: KeptDraft): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Whoever types into a form: what is kept of it from opening to closing. */
export interface OpenDraft {
  /** Takes what is typed now, and what its record is called. */
  keep(name: string, value: unknown): void
  /** It was saved or given up, or there is nothing of it any more. */
  end(): void
  /** The form goes: what was neither saved nor given up stays. */
  close(): void
}

/** Begins a draft of a record ('' of a new one), or goes on with one that was found. */
export function openDraft(place: string, record: string, found: KeptDraft | undefined): OpenDraft {
  let id = found?.id ?? freshId()
  open.push(id)
  interrupted = undefined
  offer()
  if (found) void goOn(found)

  async function goOn(draft: KeptDraft): Promise<void> {
    const isClaimed = await claim(draft.id)
    if (isClaimed) return others?.postMessage({})
    if (!open.includes(id)) return
    // Somebody types in it elsewhere, or nobody can tell: from now on this is another one.
    id = freshId()
    open.splice(open.indexOf(draft.id), 1, id)
    const mine = known.get(draft.id) ?? draft
    if (isClaimed === undefined) end(draft.id)
    unwritten.delete(draft.id)
    if (mine.owner === owner) put({ ...mine, id })
  }

  return {
    keep(name, value) {
      if (owner === undefined || currentSession().status !== 'in') return
      const text = JSON.stringify(value)
      if (known.get(id)?.text !== text)
        put({ id, owner, place, record, name, at: Date.now(), text })
    },
    end: () => end(id),
    close() {
      open.splice(open.indexOf(id), 1)
      offer()
    },
  }
}

/** Forgets a draft, here and in every other page. */
export function endDraft({ id }: KeptDraft): void {
  end(id)
}

/** Forgets what anybody typed into a record in this browser: the record was erased for good. */
export function endDraftsOf(place: string, record: string): void {
  for (const one of newest()) if (one.place === place && one.record === record) end(one.id)
  removeKeptIn(place, record).then(
    () => others?.postMessage({}),
    () => undefined,
  )
}

/** Forgets what stands in the open forms: it was agreed to lose it. */
export function endOpenDrafts(): void {
  for (const id of open) end(id)
}

/** Reads again what other pages left. Never throws: where nothing is kept, there is nothing. */
export async function lookForDrafts(): Promise<void> {
  const asked = owner
  if (asked === undefined) return
  const [rows, claimed] = await Promise.all([
    readKept(asked).catch(() => undefined),
    claimedElsewhere().catch(() => taken),
  ])
  if (asked !== owner) return
  taken = claimed
  if (rows) {
    const found = rows.filter(isKept).filter(({ at }) => at > Date.now() - DAYS * 86_400_000)
    const ids = new Set(found.map(({ id }) => id))
    for (const id of known.keys()) if (!isOwn(id) && !ids.has(id)) known.delete(id)
    for (const one of found) if (!isOwn(one.id)) known.set(one.id, one)
  }
  offer(true)
}

/** What this page knows better than the storage. */
const isOwn = (id: string) => open.includes(id) || unwritten.has(id)

function put(draft: KeptDraft): void {
  const isNew = !known.has(draft.id)
  known.set(draft.id, draft)
  if (draft.text.length > LONGEST) tellFailure()
  else {
    unwritten.add(draft.id)
    timer ??= setTimeout(() => void write(), WRITE_AFTER)
  }
  if (!isNew) return
  void claim(draft.id)
  makeRoom()
  offer()
}

function end(id: string): void {
  if (interrupted?.id === id) interrupted = undefined
  release(id)
  unwritten.delete(id)
  if (!known.delete(id)) return
  offer()
  removeKept([id]).then(
    () => others?.postMessage({}),
    () => undefined,
  )
}

/** Writes the drafts changed since the last write. Drafts that could not be written are tried again at the next write or on the next page. */
async function write(): Promise<void> {
  clearTimeout(timer)
  timer = undefined
  const drafts = notWritten()
  if (drafts.length === 0) return
  const isWritten = await writeKept(drafts).then(() => true, tellFailure)
  if (!isWritten) return
  for (const one of drafts) if (known.get(one.id) === one) unwritten.delete(one.id)
}

const notWritten = () => [...unwritten].flatMap((id) => known.get(id) ?? [])

/** The oldest go, so that no disk fills up with them. */
function makeRoom(): void {
  let length = 0
  newest().forEach(({ id, text }, at) => {
    length += text.length
    if ((at >= MOST || length > LONGEST_TOGETHER) && !open.includes(id)) end(id)
  })
}

function offer(isRead = offered.now() !== undefined): void {
  if (isRead) offered.set(newest().filter(({ id }) => !open.includes(id) && !taken.has(id)))
}

const newest = () => [...known.values()].sort((one, other) => other.at - one.at)

function tellFailure(): void {
  if (isFailureTold) return
  isFailureTold = true
  toast({
    title: translate('No drafts are kept'),
    description: translate('This browser cannot store what you type: save it before you leave.'),
  })
}

function freshId(): string {
  // Not randomUUID: pages on plain http have none.
  return [...crypto.getRandomValues(new Uint8Array(16))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('')
}

function isKept(value: unknown): value is KeptDraft {
  const texts = ['id', 'owner', 'place', 'record', 'name', 'text']
  return (
    isObject(value) &&
    texts.every((key) => typeof value[key] === 'string') &&
    typeof value.at === 'number'
  )
}

/** Somebody signs out by choice, here or in another page: nothing of theirs stays in this browser. */
function forgetAllOf(person: string): void {
  if (person === owner) {
    for (const id of known.keys()) release(id)
    known.clear()
    unwritten.clear()
    interrupted = undefined
    handOver([])
    offer()
  }
  removeKeptOf(person).catch(() => undefined)
}

function follow(): void {
  const session = currentSession()
  interrupted = (open[0] === undefined ? undefined : known.get(open[0])) ?? interrupted
  if (session.status === 'in') {
    const person = ownerOf(session.user)
    if (person !== owner) begin(person)
    return
  }
  void write()
  // An end that comes by itself says why.
  if (session.status !== 'out' || session.message !== undefined || owner === undefined) return
  const left = owner
  forgetAllOf(left)
  others?.postMessage({ cleared: left })
}

function begin(person: string | undefined): void {
  owner = person
  known.clear()
  unwritten.clear()
  interrupted = undefined
  offered.set(person === undefined ? [] : undefined)
  for (const one of takeOver().filter(isKept)) {
    if (one.owner !== person || one.at < Date.now() - TAKEN_OVER_WITHIN) continue
    known.set(one.id, one)
    unwritten.add(one.id)
  }
  void write()
  void lookForDrafts()
  setTimeout(() => offered.now() ?? offer(true), READ_WITHIN)
  removeKeptBefore(Date.now() - DAYS * 86_400_000).catch(() => undefined)
}
