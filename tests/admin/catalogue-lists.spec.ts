import { expect, test } from '../support/browser.ts'
import { clean, make, named, unique } from '../support/records.ts'
import { openList, rowOf } from '../support/screen.ts'

const missions = named('missions')

test.afterEach(({ api }) => clean(api))

test('the columns of missions: badges by difficulty, the type as stored, duration or N/A', async ({
  page,
  api,
}) => {
  const mark = unique()
  const of = (title: string, values: object) =>
    make(api, missions, { title: `${title} ${mark}`, ...values })
  await of('One', { difficulty: 'beginner', type: 'field visit' })
  await of('Two', { difficulty: 'intermediate', estimatedDuration: undefined })
  await of('Three', { difficulty: 'advanced', estimatedDuration: { unit: 'days' } })
  await of('Four', {
    difficulty: 'expert',
    isActive: false,
    estimatedDuration: { value: 1, unit: 'weeks' },
  })
  await openList(page, 'missions', mark)
  const cells = (title: string) => rowOf(page, `${title} ${mark}`).getByRole('cell')
  await expect(cells('One')).toHaveText([
    '',
    new RegExp(`^One ${mark}2 steps · Renewable Energy \\w+ · never assigned$`),
    'field visit',
    'Beginner',
    '2 hours',
    'Active',
    '',
  ])
  await expect(cells('Two').nth(4)).toHaveText('N/A')
  await expect(cells('Three').nth(4)).toHaveText('N/A')
  await expect(cells('Four').nth(4)).toHaveText('1 week')
  await expect(cells('Four').nth(5)).toHaveText('Inactive')
  for (const [title, tone] of Object.entries({
    One: 'green',
    Two: 'yellow',
    Three: 'orange',
    Four: 'red',
  }))
    await expect(cells(title).nth(3).locator('.ant-tag')).toHaveClass(new RegExp(`ant-tag-${tone}`))
  await expect(cells('One').nth(2).getByText('field visit')).toHaveClass(/ant-tag/)
})
