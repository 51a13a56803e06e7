import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { registry } from '#resources/index.ts'
import { listening } from '../../../../tests/support/listening.ts'

const bodies: unknown[] = []
let answer: unknown
let own: Awaited<ReturnType<typeof listening>>

beforeAll(async () => {
  own = await listening((request, response) => {
    request.on('data', (chunk) => bodies.push(JSON.parse(chunk)))
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify(answer))
  })
  vi.stubEnv('VITE_API_URL', own.url)
})

afterAll(() => new Promise((resolve) => own.server.close(resolve)))

test('WIRE-07 ids that came as numbers go back as numbers, chosen ones too', async () => {
  const provider = (await import('../data-provider.ts')).dataProvider(registry)
  answer = { careerFields: [{ id: 13, name: 'Nursing' }] }
  await provider.getList({ resource: 'career-fields' })
  const variables = { title: 'Mend', careerFields: ['13', 'x'] }
  await provider.create({ resource: 'missions', variables })
  answer = { careerFields: [{ _id: 'a', name: 'Nursing' }] }
  await provider.getList({ resource: 'career-fields' })
  await provider.update({ resource: 'missions', id: '7', variables })
  expect(bodies).toEqual([
    { title: 'Mend', careerFields: [13, 'x'] },
    { title: 'Mend', careerFields: ['13', 'x'] },
  ])
})
