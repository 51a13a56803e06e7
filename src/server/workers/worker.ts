import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import type { Config } from '#server/config.ts'
import { databaseCode } from '#server/db/pool.ts'
import type { DiskRoom } from '#server/embedded-postgres/disk-room.ts'
import type { Family } from '#server/http/metrics/exposition.ts'
import type { Together } from '#server/http/metrics/together.ts'
import type { Door } from '#server/listener.ts'
import { checkDeclared, type Place, startWork, type Work } from '#server/server.ts'
import { connectionsOfEach } from './connections.ts'
import type { Begin, FromWorker, ToWorker } from './messages.ts'

/** Serves what the first process hands over. */
export async function workFor(config: Config, say: (line: string) => void): Promise<Work> {
  checkDeclared()
  const begin = await begun()
  const { door, room, together, forgets } = handsOf(begin)
  const work = await startWork(
    {
      database: { connection: begin.connection, replica: begin.replica, room },
      door,
      together,
      forgets,
      isFirst: begin.isFirst,
      say: begin.speaks ? say : () => undefined,
    },
    { ...config, databaseConnections: connectionsOfEach(config) },
  )
  tell({ say: 'ready' })
  return work
}

function tell(message: FromWorker): void {
  if (process.connected) process.send?.(message)
}

function heard(take: (message: ToWorker, socket: Socket | undefined) => void): void {
  process.on('message', take as (message: unknown, socket: unknown) => void)
}

function begun(): Promise<Begin> {
  return new Promise((resolve) => {
    heard((message) => {
      if (message.say === 'begin') resolve(message)
    })
  })
}

type Hands = Pick<Place, 'door' | 'together' | 'forgets'> & { room: DiskRoom | undefined }

/** Connections, the disk, what is counted and what is forgotten, by way of the first process. */
function handsOf({ port, isFull: wasFull }: Begin): Required<Hands> {
  let isFull = wasFull ?? false
  let app: FastifyInstance | undefined
  let left: () => void = () => undefined
  let counted: () => readonly Family[] = () => []
  let forgetTotals: () => void = () => undefined
  const inside = new Set<Socket>()
  const asked = new Map<number, (families: readonly Family[]) => void>()

  const letIn = (socket: Socket | undefined) => {
    // Whoever went away on the way here is none.
    if (!socket) return
    inside.add(socket)
    socket.once('close', () => inside.delete(socket))
    if (app) app.server.emit('connection', socket)
    else socket.destroy()
  }
  heard((message, socket) => {
    if (message.say === 'socket') {
      letIn(socket)
      tell({ say: 'took', id: message.id })
    }
    if (message.say === 'room') isFull = message.isFull
    else if (message.say === 'left') left()
    else if (message.say === 'forget') forgetTotals()
    else if (message.say === 'count') tell({ say: 'counted', id: message.id, families: counted() })
    else if (message.say === 'gathered') asked.get(message.id)?.(message.families)
  })

  process.once('disconnect', () => {
    left()
    for (const answer of asked.values()) answer(counted())
  })

  return {
    door: doorOf(),
    room:
      wasFull === undefined
        ? undefined
        : {
            isFull: () => isFull,
            met: (failure) =>
              tell({ say: 'met', code: databaseCode(failure), message: String(failure) }),
          },
    together: togetherOf(),
    forgets: {
      tellOthers: inOne(() => tell({ say: 'forget' })),
      onOthers(forget) {
        forgetTotals = forget
      },
    },
  }

  function doorOf(): Door {
    return {
      async open(opened) {
        await opened.ready()
        app = opened
        // Node watches over slow and resting connections from here on, though the port is another's.
        opened.server.emit('listening')
        tell({ say: 'open' })
      },
      port: () => port,
      async shut() {
        // What was handed over before comes before the answer.
        await new Promise<void>((resolve) => {
          left = resolve
          if (!process.connected) resolve()
          tell({ say: 'leaving' })
        })
      },
      inside: async () => inside.size,
    }
  }

  function togetherOf(): Together {
    let last = 0
    return {
      offer(own) {
        counted = own
      },
      async gather() {
        last += 1
        const id = last
        const families = await new Promise<readonly Family[]>((resolve) => {
          asked.set(id, resolve)
          if (!process.connected) resolve(counted())
          tell({ say: 'gather', id })
        })
        asked.delete(id)
        return families
      },
    }
  }
}

/** Does it once, however often it was asked for at a moment. */
function inOne(work: () => void): () => void {
  let isPlanned = false
  return () => {
    if (isPlanned) return
    isPlanned = true
    queueMicrotask(() => {
      isPlanned = false
      work()
    })
  }
}
