import type { FastifyInstance, FastifyRequest } from 'fastify'
import { API_BASE } from '#contract/api.ts'
import type { DiskRoom } from '#server/embedded-postgres/disk-room.ts'
import { Refusal } from './refusal.ts'
import { storageFull } from './refusals.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** It goes on while the disk is full, as signing in and out does: it writes nothing. */
    goesOnWhenFull?: boolean
  }
}

const READS: readonly string[] = ['GET', 'HEAD', 'OPTIONS']
/** By which people get in and out: little is written. */
const AUTH = `${API_BASE}/auth/`

/**
 * Refuses writes while the disk is full, so that what is left of it keeps the database able to read and to recover.
 * At once, where the guard would have to ask the database; for the public behind their body, which they get back.
 */
export function refuseWhenFull(app: FastifyInstance, room: DiskRoom): void {
  const refuse = ({ method, is404, routeOptions }: FastifyRequest) => {
    if (READS.includes(method) || is404 || routeOptions.config.goesOnWhenFull) return
    if (routeOptions.url?.startsWith(AUTH)) return
    if (room.isFull()) throw storageFull()
  }
  const isPublic = ({ routeOptions }: FastifyRequest) => routeOptions.config.access === 'public'
  app.addHook('onRequest', (request, _reply, next) => {
    if (!isPublic(request)) refuse(request)
    next()
  })
  app.addHook('preValidation', (request, _reply, next) => {
    if (isPublic(request)) refuse(request)
    next()
  })
}

/** What to say of a failure when the disk is full: a reader is told of reading. */
export function inWordsOfFullDisk(
  answer: Refusal,
  { method }: Pick<FastifyRequest, 'method'>,
  room: DiskRoom,
): Refusal {
  const { code } = answer.error
  const isRead = READS.includes(method)
  if (code === 'storage_full' && isRead) return fullForReaders()
  if (code !== 'unavailable' || !room.isFull()) return answer
  return isRead ? fullForReaders() : storageFull()
}

function fullForReaders(): Refusal {
  const message = 'The storage of the server is full. It answers again when there is some space.'
  return new Refusal({ code: 'unavailable', message }, 2)
}
