import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { negotiate } from '@fastify/accept-negotiator'
import type { FastifyReply, FastifyRequest } from 'fastify'

const brotli = promisify(brotliCompress)
const zip = promisify(gzip)

const ENCODERS = {
  br: (text: string) => brotli(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
  gzip: (text: string) => zip(text, { level: 6 }),
} as const

type Encoding = keyof typeof ENCODERS

/**
 * A text that is compressed at most once in each way, whoever asks for it. Its bytes are one buffer for all: a text
 * would be copied for each reader, and kept for each slow one.
 */
export interface Packable {
  text: string
  bytes: Buffer
  packed: Partial<Record<Encoding, Promise<Buffer>>>
}

export const packable = (text: string): Packable => ({
  text,
  bytes: Buffer.from(text),
  packed: {},
})

/** Sends a text, compressed for whom it pleases. */
export async function sendCompressed(
  request: FastifyRequest,
  reply: FastifyReply,
  page: Packable,
): Promise<FastifyReply> {
  const accepted = String(request.headers['accept-encoding'] ?? 'identity').toLowerCase()
  const encoding = negotiate<Encoding | 'identity'>(accepted, ['br', 'gzip', 'identity'])
  reply.header('vary', 'accept-encoding')
  if (encoding === null || encoding === 'identity') return reply.send(page.bytes)
  page.packed[encoding] ??= ENCODERS[encoding](page.text)
  return reply.header('content-encoding', encoding).send(await page.packed[encoding])
}
