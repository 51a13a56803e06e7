import type { Page } from '@playwright/test'
import { API_BASE } from '#contract/api.ts'
import { OVERVIEW_PATH } from '#contract/overview.ts'

/** What the home asks for, as a pattern of routes. */
export const CALL = `**${API_BASE}${OVERVIEW_PATH}`

export const totals = (page: Page) => page.getByRole('list', { name: 'Totals' })
export const activity = (page: Page) => page.getByRole('region', { name: 'Recent Activity' })

/** Has the home's call answered with this. */
export const answer = (page: Page, json: unknown) =>
  page.route(CALL, (route) => route.fulfill({ json }))
