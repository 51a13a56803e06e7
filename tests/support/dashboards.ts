import type { APIRequestContext, Locator, Page } from '@playwright/test'
import type { WidgetRecord } from '#contract/dashboards.ts'
import { registry } from '#resources/index.ts'
import { expect } from './browser.ts'
import { make, type Stored, unique } from './records.ts'
import { drawn } from './screen.ts'

export const DASHBOARDS = '**/api/v1/admin/dashboards'
export const ONE = '**/api/v1/admin/dashboards/*'

const resource = registry.find(({ name }) => name === 'dashboards')

interface StoredDashboard extends Stored {
  title: string
  layout: string
  isDefault: boolean
  widgets: WidgetRecord[]
}

/** A widget of a type at a cell. */
export const widgetAt = (type: string, x: number, y: number, more: object = {}) => ({
  id: type,
  title: '',
  type,
  position: { x, y },
  ...more,
})

/** Makes a dashboard with a title that no other has. */
export async function makeDashboard(
  api: APIRequestContext,
  values: Record<string, unknown> = {},
): Promise<StoredDashboard> {
  if (!resource) throw new Error('The registry has no dashboards.')
  const widgets = [widgetAt('userStats', 0, 0), widgetAt('missionStats', 1, 0)]
  const title = `Board ${unique()}`
  return (await make(api, resource, { title, widgets, ...values })) as StoredDashboard
}

export async function readDashboard(api: APIRequestContext, id: string): Promise<StoredDashboard> {
  return (await (await api.get(`admin/dashboards/${id}`)).json()) as StoredDashboard
}

/** The stored places of a dashboard's widgets, by type: 'userStats 1,0 1x1'. */
export async function placesOf(api: APIRequestContext, id: string): Promise<string[]> {
  const { widgets } = await readDashboard(api, id)
  return widgets.map(
    ({ type, position: { x, y }, size: { width, height } }) =>
      `${type} ${x},${y} ${width}x${height}`,
  )
}

export const tab = (page: Page, title: string): Locator => page.getByRole('tab', { name: title })

export const button = (page: Page, name: string): Locator =>
  page.getByRole('button', { name, exact: true })

/** The select of the days that a dashboard shows. */
export const rangeSelect = (page: Page): Locator =>
  page.getByRole('combobox', { name: 'Date range' })

/** Waits until so many widgets show what they were answered, or that they were not. Many ask at once. */
export async function expectShown(page: Page, count: number): Promise<void> {
  const shown = page.locator('[role=region][aria-busy=false]')
  await expect(shown).toHaveCount(count)
  await page.evaluate(() => document.fonts.ready)
  await drawn(page)
}

/** Opens a dashboard and its edit mode. */
export async function openEditor(page: Page, { _id }: Stored): Promise<void> {
  await page.goto(`/admin/dashboards/${_id}`)
  await button(page, 'Edit').click()
  await expect(button(page, 'Save')).toBeVisible()
}

/** Drags from the middle of an element by so many pixels, once it stands still. */
export async function drag(page: Page, from: Locator, x: number, y: number): Promise<void> {
  await from.hover()
  const box = await from.boundingBox()
  if (!box) throw new Error('There is nothing to drag')
  const [left, top] = [box.x + box.width / 2, box.y + box.height / 2]
  await page.mouse.move(left, top)
  await page.mouse.down()
  await page.mouse.move(left + x / 2, top + y / 2, { steps: 5 })
  await page.mouse.move(left + x, top + y, { steps: 5 })
  await drawn(page)
  await page.mouse.up()
}
