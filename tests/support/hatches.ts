import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import type { Page } from '@playwright/test'
import { build } from 'vite'
import { tokensCss } from '#admin/build/tokens-css.ts'
import { API_BASE } from '#contract/api.ts'

export const HATCHES = 'http://hatches.test'

/** Builds the test declarations' page. Gives its folder and what takes it away again. */
export async function buildHatches(): Promise<{ folder: string; remove: () => void }> {
  const folder = mkdtempSync(join(tmpdir(), 'waymark-hatches-'))
  await build({
    configFile: false,
    root: 'tests/fixtures/hatches',
    logLevel: 'error',
    plugins: [tokensCss()],
    define: {
      'import.meta.env.VITE_API_URL': '""',
      'import.meta.env.VITE_API_DIALECT': '""',
    },
    build: { outDir: folder, emptyOutDir: true, target: 'es2022' },
  })
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) }
}

type Stored = Record<string, unknown> & { _id: string }

/** Serves the built page and a list of records under one name. Gives the records, as they are at any time. */
export async function serveHatches(page: Page, folder: string, name: string, rows: Stored[]) {
  const stored = new Map(rows.map((row) => [row._id, row]))
  await page.route(`${HATCHES}/**`, (route) => {
    const { pathname } = new URL(route.request().url())
    return route.fulfill({ path: join(folder, extname(pathname) ? pathname : 'index.html') })
  })
  await page.route(`${HATCHES + API_BASE}/${name}**`, (route) => {
    const [, id = ''] = /\/([^/]+)$/.exec(new URL(route.request().url()).pathname) ?? []
    const body = route.request().postDataJSON() as Record<string, unknown> | null
    const method = route.request().method()
    if (method === 'POST') stored.set('new', { _id: 'new', ...body })
    else if (method === 'PUT') stored.set(id, { _id: id, ...body })
    else if (method === 'DELETE') stored.delete(id)
    const all = [...stored.values()]
    return route.fulfill({
      json: stored.get(id) ?? {
        [name]: all,
        pagination: { page: 1, limit: 10, total: all.length },
      },
    })
  })
  return stored
}
