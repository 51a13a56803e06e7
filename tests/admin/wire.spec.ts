import { API_BASE } from '#contract/api.ts'
import { expect, test } from '../support/browser.ts'
import { rowOf } from '../support/screen.ts'

/** A list of broken records, as a foreign backend may send it. Other shapes: src/admin/providers/adapters. */

const ada = { firstName: 'Ada', lastName: 'Lovelace', email: 'ada@example.org', role: 'admin' }
const list = ({ pathname }: URL) => pathname === `${API_BASE}/users`

test('missing, null and wrong values never blank the screen', async ({ page, faults }) => {
  faults.allow(/entries that are not records/)
  const odd = [
    { _id: '1' },
    { _id: '2', firstName: null, lastName: null, email: null, role: null, isActive: null },
    { _id: '3', firstName: { a: 1 }, lastName: ['x'], email: 5, role: {}, isActive: 'false' },
    { _id: '4', ...ada, role: 'legendary', createdAt: 'Invalid', lastLogin: 0 },
    { _id: '5', ...ada, firstName: '<img src=x onerror=alert(1)>', isActive: 1 },
    { _id: '6', ...ada, firstName: '\u202eevil', lastName: 'محمد علي' },
    null,
    'x',
    { name: 'no id' },
    { _id: '1', firstName: 'Twin' },
  ]
  await page.route(list, (route) => route.fulfill({ json: { users: odd, count: 10 } }))
  await page.goto('/admin/users')
  await expect(page.getByRole('row')).toHaveCount(7)
  await expect(page.getByRole('row').nth(1).getByRole('cell')).toHaveText([
    '',
    '?–',
    'N/A',
    'N/A',
    'N/A',
    'N/A',
    'N/A',
    '',
  ])
  await expect(rowOf(page, 'legendary')).toContainText('N/A')
  await expect(rowOf(page, '<img src=x')).toContainText('Active')
  await expect(page.getByText(/\[object|undefined|null|NaN/)).toHaveCount(0)
  await expect(page.locator('td img')).toHaveCount(0)
})
