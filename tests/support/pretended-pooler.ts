import { type AddressInfo, createServer } from 'node:net'

const int = (bytes: 2 | 4, value: number) => {
  const buffer = Buffer.alloc(bytes)
  if (bytes === 2) buffer.writeInt16BE(value)
  else buffer.writeInt32BE(value)
  return buffer
}
const message = (type: string, ...parts: (Buffer | string)[]) => {
  const body = Buffer.concat(
    parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : part)),
  )
  return Buffer.concat([Buffer.from(type), int(4, body.length + 4), body])
}
const READY = message('Z', 'I')
const INT4 = 23

/** The answer to a question for one number, in PostgreSQL's own protocol. */
const answerOf = (pid: number) =>
  Buffer.concat([
    message(
      'T',
      ...[int(2, 1), 'pid\0', int(4, 0), int(2, 0), int(4, INT4), int(2, 4), int(4, -1), int(2, 0)],
    ),
    message('D', int(2, 1), int(4, String(pid).length), String(pid)),
    message('C', 'SELECT 1\0'),
    READY,
  ])

/**
 * What speaks like a database that is asked for nothing but its process: `told` says which one a connection (by
 * its number, from 0) is told of at its beginning, `serves` which one answers its questions.
 */
export async function pretendedPooler(
  told: (connection: number) => number,
  serves: (connection: number, question: number) => number,
) {
  let connections = 0
  const server = createServer((socket) => {
    const connection = connections
    connections += 1
    let questions = -1
    socket.on('error', () => undefined)
    socket.on('data', (data) => {
      if (questions === -1)
        socket.write(
          Buffer.concat([
            message('R', int(4, 0)),
            message('K', int(4, told(connection)), int(4, 1)),
            READY,
          ]),
        )
      else if (data.toString('latin1', 0, 1) === 'Q')
        socket.write(answerOf(serves(connection, questions)))
      else return void socket.end()
      questions += 1
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    connection: { connectionString: `postgres://nobody@127.0.0.1:${port}/nothing` },
    close: () => new Promise((resolve) => server.close(resolve)),
  }
}
