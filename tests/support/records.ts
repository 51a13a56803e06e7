import { type APIRequestContext, expect } from '@playwright/test'
import type { Resource } from '#model/resource.ts'
import { sampleWith } from './values.ts'

let made = 0
const remembered: string[] = []

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
export function sampleOf(resource: Resource): Record<string, unknown> {
  return sampleWith(resource, unique())
}

/** Makes a record through the API. */
export async function make(
  api: APIRequestContext,
  resource: Resource,
  values: Record<string, unknown> = {},
): Promise<Stored> {
  const body = { ...sampleOf(resource), ...values }
  const response = await api.post(resource.api.create.slice(1), { data: body })
  expect(response.ok(), await response.text()).toBe(true)
  const stored = (await response.json()) as Stored
  remembered.push(`${resource.api.path.slice(1)}/${stored._id}`)
  return stored
}

/** Deletes what this worker made, where every test sees the same short list. */
export async function clean(api: APIRequestContext): Promise<void> {
  for (const path of remembered.splice(0)) await api.delete(path)
}
