import { expect, test } from '../support/browser.ts'
import { drawn } from '../support/screen.ts'

test('LIST-08 a column is made wider by its edge, as wide as it needs by a double click, and is so after a reload', async ({
  page,
}) => {
  await page.goto('/admin/users')
  const head = page.getByRole('columnheader', { name: 'Role' })
  const edge = head.locator('[data-edge]')
  const wide = async () => Math.round((await head.boundingBox())?.width ?? 0)
  // As wide as what stands in it, in our letters.
  await expect(page.getByText(/^1–10 of/)).toBeVisible()
  await page.evaluate(() => document.fonts.ready)
  await drawn(page)
  const before = await wide()
  const { x = 0, y = 0, width = 0, height = 0 } = (await edge.boundingBox()) ?? {}
  await page.mouse.move(x + width / 2, y + height / 2)
  await page.mouse.down()
  await page.mouse.move(x + width / 2 + 30, y + height / 2, { steps: 3 })
  await page.mouse.move(x + width / 2 + 80, y + height / 2, { steps: 3 })
  await expect.poll(wide).toBe(before + 80)
  await page.mouse.up()
  await expect.poll(wide).toBe(before + 80)
  await page.reload()
  await expect(page.getByText(/^1–10 of/)).toBeVisible()
  await page.evaluate(() => document.fonts.ready)
  await expect.poll(wide).toBe(before + 80)
  await edge.dblclick()
  await expect.poll(wide).toBe(before)
})
