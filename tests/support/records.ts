import { type APIRequestContext, expect } from '@playwright/test'
import type { Resource } from '#model/resource.ts'
import { registry } from '#resources/index.ts'
import { formOf } from './forms.ts'
import { postForm } from './public-forms.ts'
import { sampleWith, withRealReferences } from './values.ts'

let made = 0
const remembered: string[] = []

/** The resource with this page of the console: 'users', 'missions'. */
export function named(page: string): Resource {
  const found = registry.find((one) => one.page === page)
  if (!found) throw new Error(`No resource has the page '${page}'.`)
  return found
}

/** Letters that no other record has, so that tests on one database do not meet. */
export function unique(): string {
  made++
  return `z${Date.now().toString(36)}${process.pid.toString(36)}${made.toString(36)}`
}

export interface Stored extends Record<string, unknown> {
  _id: string
  version: number
}

/** A valid create body of a resource, with what must be unique made so. */
function sampleOf(resource: Resource): Record<string, unknown> {
  return sampleWith(resource, unique())
}

/** Such a body whose references lead to records made for it. */
function storable(
  api: APIRequestContext,
  resource: Resource,
  values: Record<string, unknown> = {},
): Promise<Record<string, unknown>> {
  const body = { ...sampleOf(resource), ...values }
  return withRealReferences(resource, registry, body, async (target) => {
    return (await make(api, target))._id
  })
}

/** Makes a record through the API, and what its sample refers to. */
export async function make(
  api: APIRequestContext,
  resource: Resource,
  values: Record<string, unknown> = {},
): Promise<Stored> {
  const body = await storable(api, resource, values)
  const form = formOf(resource)
  if (form) {
    // Its answer tells nothing of the record, which is found by an address of its own.
    const email = resource.unique.length > 0 ? body.email : `${unique()}@example.org`
    await postForm(api, form, { ...body, email })
    const found = await api.get(`${resource.api.path.slice(1)}?search=${email}`)
    const [stored] = Object(await found.json())[resource.api.listKey] as Stored[]
    if (!stored) throw new Error(`${form} stored nothing`)
    remember(resource, stored._id)
    return stored
  }
  const response = await api.post(resource.api.create.slice(1), { data: body })
  expect(response.ok(), await response.text()).toBe(true)
  const stored = (await response.json()) as Stored
  remember(resource, stored._id)
  return stored
}

/** Has a record that a test made through the screen deleted with the others. */
export function remember(resource: Resource, id: string): void {
  remembered.push(`${resource.api.path.slice(1)}/${id}`)
}

/** Deletes what this worker made, the last first: what is referred to cannot go before. */
export async function clean(api: APIRequestContext): Promise<void> {
  for (const path of remembered.splice(0).toReversed()) await api.delete(path)
}
