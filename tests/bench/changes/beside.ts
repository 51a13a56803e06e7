import { fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { type Client, clientOf } from './client.ts'

/** Whom the others ask, how often, and the career field that they read and save. */
export interface Others {
  url: string
  token: string
  /** Requests a second. */
  rate: number
  fieldId: string
}

const SELF = fileURLToPath(import.meta.url)
const WORKS = 4

/**
 * Others at work in a process of their own, so that they do not wait for what the bench itself computes. Each request
 * is sent on time, whether answers keep up or not. Gives how long each took when ended, in ms from when it was due.
 */
export async function beside(others: Others): Promise<{ end(): Promise<number[]> }> {
  const child = fork(SELF, [JSON.stringify(others)])
  await once(child, 'message')
  return {
    async end() {
      child.send('end')
      const [waits] = (await once(child, 'message')) as [number[] | string]
      if (typeof waits === 'string') throw new Error(waits)
      return waits
    },
  }
}

type Work = () => Promise<{ status: number }>

function worksOf(client: Client, fieldId: string): readonly Work[] {
  let count = 0
  return [
    () => client.call('GET', '/users?page=2&limit=10'),
    () => client.call('GET', `/career-fields/${fieldId}`),
    () => client.call('GET', '/missions/templates?search=a'),
    () => {
      count += 1
      return client.call('PUT', `/career-fields/${fieldId}`, { description: `No. ${count}` })
    },
  ]
}

async function work({ url, token, rate, fieldId }: Others): Promise<void> {
  const works = worksOf(clientOf(url, token), fieldId)
  // A process begins slowly, and so does its first connection.
  for (const one of works) await one()
  let isOver = false
  process.once('message', () => {
    isOver = true
  })
  process.send?.('ready')
  const waits: number[] = []
  const open: Promise<void>[] = []
  let fault: string | undefined
  const note = async (asking: Promise<{ status: number }>, due: number) => {
    try {
      const { status } = await asking
      if (status >= 500) fault = `Another request was answered ${status}.`
      waits.push(Math.round(performance.now() - due))
    } catch (error) {
      fault = String(error)
    }
  }
  const began = performance.now()
  for (let sent = 0; !isOver; sent += 1) {
    const due = began + (sent * 1000) / rate
    await pause(Math.max(0, due - performance.now()))
    const one = works[sent % WORKS]
    if (one && !isOver) open.push(note(one(), due))
  }
  await Promise.all(open)
  process.send?.(fault ?? waits)
  process.disconnect()
}

const [, script, asked] = process.argv
if (script === SELF && asked) await work(JSON.parse(asked) as Others)
