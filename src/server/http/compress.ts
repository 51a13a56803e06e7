import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { negotiate } from '@fastify/accept-negotiator'
import type { FastifyReply, FastifyRequest } from 'fastify'

const FAST = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }
const ENCODERS = {
  br: (bytes: Buffer) => promisify(brotliCompress)(bytes, FAST),
  gzip: promisify<Buffer, Buffer>(gzip),
}
type Encoding = keyof typeof ENCODERS

/** A text as bytes that all its readers share, compressed at most once per encoding. */
export interface Packable {
  bytes: Buffer
  packed: Partial<Record<Encoding, Promise<Buffer>>>
}

export const packable = (text: string): Packable => ({ bytes: Buffer.from(text), packed: {} })

/** Sends a text, compressed if the client accepts it. */
export async function sendCompressed(
  request: FastifyRequest,
  reply: FastifyReply,
  { bytes, packed }: Packable,
): Promise<FastifyReply> {
  const accepted = String(request.headers['accept-encoding'] ?? 'identity').toLowerCase()
  const encoding = negotiate<Encoding | 'identity'>(accepted, ['br', 'gzip', 'identity'])
  reply.header('vary', 'accept-encoding')
  if (encoding === null || encoding === 'identity') return reply.send(bytes)
  packed[encoding] ??= ENCODERS[encoding](bytes)
  return reply.header('content-encoding', encoding).send(await packed[encoding])
}
