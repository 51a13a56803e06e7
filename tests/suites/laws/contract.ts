import fc from 'fast-check'
import { expect } from 'vitest'
import { checkDraft } from '#admin/crud/form/check-draft.ts'
import { toBody, toDraft } from '#admin/providers/adapters/draft.ts'
import { API_BASE } from '#contract/api.ts'
import { FORM_PATHS, LEAST_FILL_MS, STAMP } from '#contract/forms.ts'
import type { Row } from '#model/declaration.ts'
import type { Resource } from '#model/resource.ts'
import { parseBody } from '#model/validate.ts'
import { passwordFault } from '#server/auth/passwords.ts'
import { isId } from '#server/records/shape.ts'
import { addRecord, settle } from '../../support/add-record.ts'
import { formOf } from '../../support/forms.ts'
import { sampleWith, type Values } from '../../support/values.ts'
import { bodiesOf, roughBodiesOf, settled } from './bodies.ts'
import { type Known, readDocument } from './document.ts'
import { laidOver } from './laid-over.ts'
import { check, hold, shareOf, type Tally } from './law.ts'
import { LAW_REGISTRY, type World } from './world.ts'

/** Where bodies of a resource go: to a new record, or to one that is there. */
interface Way {
  resource: Resource
  mode: 'create' | 'edit'
  method: 'POST' | 'PUT'
  /** As the document has it. */
  route: string
  path: string
  /** What every body of it has besides. */
  besides(): Values
  /** Filled in on the landing page, where nobody has a token. */
  isPublic?: boolean
  row?: Row
}

/**
 * Contract: a body is accepted by the server exactly when the published document allows it, and when the form
 * would send it. What is stored may still stand against it (409), which no document says.
 */
export async function contractLaw(world: World, runs: number, seed: number): Promise<Tally> {
  const tally: Tally = new Map()
  const { server } = world
  const document = readDocument((await server.call('GET', '/openapi.json', { token: '' })).body)
  const common = new Set<string>()
  // Each resource has two ways, and each body is asked of three.
  const each = shareOf(runs, 5)
  for (const way of await waysOf(world)) {
    const { resource, mode } = way
    // What the edited record refers to exists as well.
    const held = JSON.stringify(way.row ?? {})
    const known: Known = {
      isRecord: (to, given) => {
        const id = given.trim().toLowerCase()
        return world.idsOf(to).includes(id) || (isId(id) && held.includes(id))
      },
      isCommonPassword: (password) => common.has(password),
    }
    const schema = document.bodyOf(way.method, `${API_BASE}${way.route}`)
    const counts = { accepted: 0, refused: 0 }
    const bodies = fc.oneof(
      { weight: 1, arbitrary: bodiesOf(resource, mode) },
      { weight: 3, arbitrary: roughBodiesOf(resource, mode) },
    )
    await hold(each, seed, fc.tuple(bodies, fc.boolean()), async ([drawn, isTyped]) => {
      const body = settled(drawn, world.idsOf)
      const keys = Object.keys(schema.properties ?? {})
      const form =
        isTyped && !way.isPublic && !resource.hasNoPage ? typed(way, body) : spoken(way, body, keys)
      if (typeof form.sent.password === 'string' && (await passwordFault(form.sent.password)))
        common.add(form.sent.password)
      const sent = { ...form.sent, ...way.besides() }
      const fault = document.faultOf(schema, sent, known)
      const isAccepted = await isAcceptedBy(world, way, sent)
      const told = `${way.method} ${way.path} ${JSON.stringify(sent)}`
      expect({ isAccepted, fault: isAccepted ? fault : undefined }, told).toEqual({
        isAccepted: fault === undefined,
        fault: undefined,
      })
      // What only the server knows is not the form's to refuse.
      const isForServer = fault !== undefined && /is no record|common one/.test(fault)
      if (!isForServer) expect(form.isAllowed, `the form of ${told}`).toBe(isAccepted)
      check(tally, resource, isForServer ? 1 : 2)
      counts[isAccepted ? 'accepted' : 'refused'] += 1
    })
    // Bodies of one kind alone would show nothing.
    const isOneKey = Object.keys(schema.properties ?? {}).length === 1
    const least = isOneKey ? 0 : each / 20
    expect(Math.min(counts.accepted, counts.refused), way.path).toBeGreaterThan(least)
  }
  return tally
}

/** Creates and edits of every resource; what the public sends in goes by its form. */
async function waysOf({ server }: World): Promise<Way[]> {
  const ways: Way[] = []
  // A stamp is good for one post: each is a millisecond older than the last.
  let served = Date.now() - LEAST_FILL_MS
  const stamp = () => {
    served -= 1
    return server.stamps.make(served)
  }
  for (const resource of LAW_REGISTRY) {
    const { path, create } = resource.api
    const form = formOf(resource)
    const isMade = form || resource.actions.includes('create')
    if (isMade)
      ways.push({
        resource,
        mode: 'create',
        method: 'POST',
        route: form ? FORM_PATHS[form] : create,
        path: form ? FORM_PATHS[form] : create,
        besides: () => (form ? { [STAMP]: stamp() } : {}),
        isPublic: form !== undefined,
      })
    if (!resource.actions.includes('edit')) continue
    const real = await settle(server, resource, LAW_REGISTRY)
    const { _id } = await addRecord(server, resource, sampleWith(real, 'edited'))
    const row = (await server.call('GET', `${path}/${_id}`)).body as Row
    const way = { resource, mode: 'edit', method: 'PUT', besides: () => ({}) } as const
    ways.push({ ...way, route: `${path}/{id}`, path: `${path}/${_id}`, row })
  }
  return ways
}

interface Judged {
  sent: Values
  isAllowed: boolean
}

/** A program's body: what the form checks by, asked of it as it is. What a public form does not ask is not read. */
function spoken({ resource, mode, row, isPublic }: Way, body: Values, keys: string[]): Judged {
  const read = Object.entries(body).filter(([key]) => !isPublic || keys.includes(key))
  const whole = laidOver(
    resource.update,
    mode === 'edit' && row ? row : {},
    Object.fromEntries(read),
  )
  return { sent: body, isAllowed: parseBody(resource, mode, whole).ok }
}

/** The body that the form sends when somebody types what this one says. */
function typed({ resource, mode, row }: Way, body: Values): Judged {
  const typedRow = (row ? laidOver(resource.update, row, body) : body) as Row
  const draft = toDraft(resource, mode, typedRow)
  const checked = checkDraft(resource, mode, draft, row)
  const sent = checked.ok ? checked.body : toBody(resource, mode, draft, row)
  return { sent: JSON.parse(JSON.stringify(sent)), isAllowed: checked.ok }
}

async function isAcceptedBy(
  { server }: World,
  { method, path, isPublic }: Way,
  body: Values,
): Promise<boolean> {
  const answer = await server.call(method, path, { body, ...(isPublic && { token: '' }) })
  expect([200, 201, 400, 409], answer.text).toContain(answer.status)
  return answer.status !== 400
}
