import { type Agent, request } from 'node:http'

/** What came back, and from which worker: each process begins the ids of its requests in a way of its own. */
export interface Answer {
  status: number
  body: string
  worker: string
}

interface Call {
  method: string
  body: object
  token: string
  agent: Agent
}

/** Asks an address, over a connection of its own unless it is given an agent: they go to the workers in turns. */
export function callWorker(
  address: string,
  { method = 'GET', body, token, agent }: Partial<Call> = {},
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const asked = request(
      address,
      {
        method,
        agent: agent ?? false,
        headers: {
          ...(token && { authorization: `Bearer ${token}` }),
          ...(body && { 'content-type': 'application/json' }),
        },
      },
      (answer) => {
        let text = ''
        answer.setEncoding('utf8').on('data', (more: string) => {
          text += more
        })
        answer.on('error', reject)
        const worker = String(answer.headers['x-request-id']).split('-')[0] ?? ''
        answer.on('end', () => resolve({ status: answer.statusCode ?? 0, body: text, worker }))
      },
    )
    asked.on('error', reject)
    asked.end(body && JSON.stringify(body))
  })
}
