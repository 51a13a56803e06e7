import type { Socket } from 'node:net'
import { createGathering } from './gathering.ts'
import type { Begin, FromWorker, ToWorker } from './messages.ts'
import { hand, letGo, startWorker, tell, type Worker } from './started.ts'
import { WorkerError } from './worker-error.ts'

interface Orders {
  workers: number
  say(line: string): void
  begin(isFirst: boolean, speaks: boolean): Begin
  /** Takes a failure of the database. */
  met(failure: Error): void
}

/** At once, then slower, as long as one after the other ends. */
const PAUSES_MS = [0, 500, 1000, 2000, 5000, 10_000, 30_000]
/** One that lived for so long was a good one. */
const STEADY_MS = 60_000
/** More than any orderly end takes. */
const END_MS = 12_000
/** Connections that wait for a worker; whoever comes then is sent away. */
const MOST_WAITING = 1000

/** Starts the first worker, then the others, and keeps as many. */
export function startFleet({ workers, say, begin, met }: Orders) {
  const all = new Set<Worker>()
  const waiting: Socket[] = []
  const gathering = createGathering(() => [...all])
  let turn = 0
  let isEnding = false
  const started = deferred()

  const give = (socket: Socket) => {
    const open = [...all].filter(({ isOpen, child }) => isOpen && child.connected)
    turn += 1
    const next = open[turn % open.length]
    if (next) hand(next, socket, turn)
    else if (waiting.length < MOST_WAITING && !isEnding) waiting.push(socket)
    else socket.destroy()
  }

  const place = (isFirst: boolean, tries = 0) => {
    if (isEnding) return
    const began = performance.now()
    const worker = startWorker()
    all.add(worker)
    let isReplaced = false
    let words = ''
    const replace = () => {
      worker.isOpen = false
      if (isReplaced || isEnding) return
      isReplaced = true
      const next = performance.now() - began > STEADY_MS ? 0 : tries + 1
      const pauseMs = tries === 0 ? 0 : (PAUSES_MS[Math.min(tries, PAUSES_MS.length - 1)] ?? 0)
      setTimeout(() => place(isFirst, next), pauseMs)
    }
    worker.child.on('message', (message: FromWorker) => {
      switch (message.say) {
        case 'open':
          worker.isOpen = true
          for (const socket of waiting.splice(0)) give(socket)
          break
        case 'ready':
          if (isFirst) started.end()
          break
        case 'leaving':
          replace()
          tell(worker, { say: 'left' })
          break
        case 'took':
          letGo(worker, message.id)
          break
        case 'failed':
          words = message.words
          break
        case 'met':
          met(Object.assign(new Error(message.message), { code: message.code }))
          break
        case 'forget':
          for (const other of all) if (other !== worker) tell(other, { say: 'forget' })
          break
        default:
          gathering.hear(worker, message)
      }
    })
    worker.child.on('exit', (code, signal) => {
      all.delete(worker)
      gathering.gone(worker)
      worker.isOpen = false
      for (const socket of worker.onTheWay.values()) give(socket)
      if (!isReplaced && !isEnding) {
        const how = words || (signal ?? `code ${code}`)
        if (isStarting)
          started.fail(new WorkerError(words || `A worker ended at its start (${how}).`))
        else say(`A worker ended (${how}); another takes its place.`)
      }
      if (!isStarting) replace()
    })
    tell(worker, begin(isFirst, isStarting))
  }

  let isStarting = true
  place(true)
  const ready = started.ended.then(() => {
    isStarting = false
    for (let more = 1; more < workers; more += 1) place(false)
  })

  return {
    /** The first of them serves. Rejects with WorkerError. */
    started: ready,
    /** Hands a connection to one of them. */
    give,
    tellAll(message: ToWorker) {
      for (const worker of all) tell(worker, message)
    },
    /** Ends all of them in good order. */
    async end() {
      isEnding = true
      await Promise.all([...all].map(endOf))
      for (const socket of waiting.splice(0)) socket.destroy()
    },
  }
}

async function endOf({ child }: Worker): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGTERM')
  const timer = setTimeout(() => child.kill('SIGKILL'), END_MS)
  await gone
  clearTimeout(timer)
}

function deferred() {
  let end: () => void = () => undefined
  let fail: (error: Error) => void = () => undefined
  const ended = new Promise<void>((resolve, reject) => {
    end = resolve
    fail = reject
  })
  return { ended, end: () => end(), fail: (error: Error) => fail(error) }
}
