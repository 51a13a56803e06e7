import type { APIRequestContext, Locator } from '@playwright/test'
import { controlName, placeName, within } from '#admin/crud/entries/names.ts'
import { choicesOf } from '#admin/crud/form/fields.ts'
import { fieldsOf } from '#admin/providers/adapters/draft.ts'
import type { Field, ListField, Row } from '#model/declaration.ts'
import { getAt, setAt } from '#model/paths.ts'
import { referenceAt } from '#model/references.ts'
import type { Resource } from '#model/resource.ts'
import { nameOf } from '#model/text-of.ts'
import { parseBody } from '#model/validate.ts'
import { lowered } from '#model/words.ts'
import { registry } from '#resources/index.ts'
import { openEntry } from './entries.ts'
import { make, sampleOf, storable, unique } from './records.ts'
import { pick } from './screen.ts'

/** A path whose text a row shows and a record may have its own of: its screen finds records by it. */
function markedPath(resource: Resource): string | undefined {
  const columns = resource.columns.flatMap((column) =>
    column.kind === 'text' ? [column.path] : [],
  )
  // A list body of its own shows at least what records are searched by.
  const shown = resource.list ? resource.search : columns
  const isFree = (path: string) =>
    parseBody(resource, 'create', setAt(resource.sample, path, unique())).ok
  const isUnique = (path: string) => resource.unique.some((rule) => rule.path === path)
  return shown.find(isUnique) ?? shown.find(isFree)
}

/** A create body that no other record has the looks of, and the text by which its row is known. */
export async function markedBody(calls: APIRequestContext, resource: Resource) {
  const path = markedPath(resource)
  if (!path) throw new Error(`${resource.file}: no row could be told from another`)
  const own = sampleOf(resource)
  const isUnique = resource.unique.some((rule) => rule.path === path)
  const body = await storable(calls, resource, isUnique ? own : setAt(own, path, unique()))
  return { body, mark: String(getAt(body, path)) }
}

/** Makes a record that no other has the looks of, and gives it with the text by which its row is known. */
export async function makeMarked(calls: APIRequestContext, resource: Resource) {
  const path = markedPath(resource)
  const stored = await make(calls, resource, path ? (await markedBody(calls, resource)).body : {})
  return { stored, mark: String(path ? getAt(stored, path) : stored._id) }
}

/** The text to search for, where the screen's search finds the mark. */
export const findable = (resource: Resource, mark: string) =>
  resource.search.includes(markedPath(resource) ?? '') ? mark : undefined

/** Enters a body into the create form, the entries of its lists as well; parts have specs of their own. */
export async function fill(
  form: Locator,
  resource: Resource,
  body: Record<string, unknown>,
  calls: APIRequestContext,
) {
  const enter: Enter = async (field, name, value) => {
    const input = controlNamed(form, name)
    if (isChosen(field)) await pick(input, wordsOf(resource, field, value))
    else if (isTyped(field)) {
      await input.focus()
      await input.fill(typedOf(field, value))
      await input.blur()
    } else await choose(input, await namesOf(calls, resource, field.path, value))
  }
  for (const field of fieldsOf(resource, 'create')) {
    const value = getAt(body, field.path)
    if (value === undefined || field.kind === 'part') continue
    if (field.kind === 'list') await fillEntries(form, enter, field, value)
    else await enter(field, field.label, value)
  }
}

/** Enters a value into the control of this name. The field has its path in the record. */
type Enter = (field: Field, name: string, value: unknown) => Promise<void>

/** Enters the entries of a list: into those that a new record begins with, and into new ones. */
async function fillEntries(
  form: Locator,
  enter: Enter,
  list: ListField,
  entries: unknown,
  around?: string,
) {
  const name = around ? `Add ${lowered(list.one)} (${around})` : `Add ${lowered(list.one)}`
  const add = form.getByRole('button', { name, exact: true })
  await add.waitFor()
  for (const [index, entry] of (entries as unknown[]).entries()) {
    const place = { index, within: around }
    const card = form.getByRole('group', { name: placeName(list, place), exact: true })
    if ((await card.count()) === 0) await add.click()
    else if (list.folds) await openEntry(card, placeName(list, { index, within: undefined }))
    for (const field of list.fields) {
      const value = getAt(entry, field.path)
      if (value === undefined) continue
      const at = { ...field, path: `${list.path}.${index}.${field.path}` }
      if (at.kind === 'list') await fillEntries(form, enter, at, value, within(list, place))
      else await enter(at, controlName(list, field, place), value)
    }
  }
}

/** What is typed for a value; the browsers of these tests are in UTC. */
function typedOf({ kind }: Field, value: unknown): string {
  if (kind === 'json') return JSON.stringify(value)
  if (kind === 'dateTime') return String(value).slice(0, 16)
  return Array.isArray(value) ? value.join(', ') : String(value)
}

/** Searches for records by their names and takes each. */
async function choose(input: Locator, names: readonly string[]) {
  for (const name of names) {
    // What is typed into is made so by the focus.
    await input.focus()
    await input.fill(name)
    const option = input.page().getByRole('listbox').getByRole('option', { name, exact: true })
    await option.first().click()
  }
  await input.press('Tab')
}

/** What the records behind the ids of a reference field are called. */
function namesOf(calls: APIRequestContext, resource: Resource, path: string, value: unknown) {
  const to = referenceAt(resource.create, path)?.to
  const target = registry.find(({ name }) => name === to)
  if (!target) throw new Error(`${resource.name} refers to nothing at ${path}`)
  return Promise.all(
    idsOf(value).map(async (id) => {
      const answer = await calls.get(`${target.api.path.slice(1)}/${id}`)
      return nameOf(target, (await answer.json()) as Row)
    }),
  )
}

const idsOf = (value: unknown): string[] => [value].flat().map(String)
export const isChosen = ({ kind }: Field) => kind === 'select' || kind === 'boolean'
/** What a select says for a value. */
export function wordsOf(resource: Resource, field: Field, value: unknown): string {
  if (field.kind === 'boolean') return value ? field.yes : field.no
  if (field.kind !== 'select') return String(value)
  const choice = choicesOf(resource, field, value).find((one) => one.value === value)
  return choice?.label ?? String(value)
}

export const isTyped = (field: Field) =>
  !isChosen(field) && !['part', 'list', 'reference'].includes(field.kind)

export function control(form: Locator, field: Field): Locator {
  return controlNamed(form, field.label)
}

/** A text that suggests is a combobox to the browser, a number a spin button; days and times have no role. */
function controlNamed(form: Locator, name: string): Locator {
  const named = { name, exact: true }
  const label = new RegExp(`^${name.replace(/[^\w\s]/g, '\\$&')}\\s*\\*?$`)
  return form
    .getByRole('textbox', named)
    .or(form.getByRole('combobox', named))
    .or(form.getByRole('spinbutton', named))
    .or(form.getByLabel(label).and(form.locator('input[type^=date]')))
}
