import type { Resource } from '#model/resource.ts'
import { registry } from '#resources/index.ts'
import { expect, test } from '../support/browser.ts'
import { clean, make, unique } from '../support/records.ts'
import { factOf, openList, rowOf } from '../support/screen.ts'

const find = (name: string) => registry.find((one) => one.name === name) as Resource

test.afterEach(({ api }) => clean(api))

test('a click on a row shows the mentor below it, one at a time', async ({ page, api }) => {
  const mark = unique()
  const field = await make(api, find('career-fields'), { name: `Tides ${mark}` })
  const whole = {
    name: `Noor ${mark}`,
    bio: 'I ask short questions.\nI wait for long answers.',
    skills: ['Interviewing', 'Feedback'],
    languages: ['English', 'Arabic'],
    careerFields: [field._id],
    geminiMentorId: `gemini-${mark}`,
    rating: 4.75,
    profileImage: 'https://images.example.org/noor.png',
  }
  await make(api, find('mentors'), whole)
  await make(api, find('mentors'), { name: `Ida ${mark}`, skills: [], bio: 'One thing a day.' })
  const loaded: string[] = []
  page.on('request', (request) => loaded.push(request.url()))
  await openList(page, 'mentors', mark)

  await rowOf(page, `Noor ${mark}`).click()
  const fact = (label: string) => factOf(page, label)
  await expect(fact('Bio')).toContainText('I wait for long answers.')
  await expect(fact('Skills').getByRole('listitem')).toHaveText(['Interviewing', 'Feedback'])
  await expect(fact('Rating')).toHaveText('No reviews yet')
  await expect(fact('Gemini ID')).toContainText(`gemini-${mark}`)
  await expect(fact('Career Fields')).toContainText(`Tides ${mark}`)
  await expect(fact('Languages')).toContainText('English, Arabic')
  await expect(fact('Tags')).toContainText('N/A')
  await expect(fact('Teaching Style')).toContainText('Mentoring')
  await expect(page.getByRole('link', { name: whole.profileImage })).toBeVisible()

  await rowOf(page, `Ida ${mark}`).click()
  await expect(page.getByText('One thing a day.')).toBeVisible()
  await expect(fact('Skills')).toContainText('N/A')
  await expect(page.getByText('I wait for long answers.')).toBeHidden()
  await rowOf(page, `Ida ${mark}`).first().click()
  await expect(page.getByText('One thing a day.')).toBeHidden()
  expect(loaded.filter((url) => url.includes('images.example.org'))).toEqual([])
})

test('a mentor of another backend: fields without names, strings for numbers', {
  tag: '@nightly',
}, async ({ page }) => {
  const row = {
    id: 7,
    name: 'نور',
    careerFields: ['gone', { _id: 'f1', name: 'Tides' }],
    rating: '4.25',
    reviewCount: 1,
    teachingStyle: 'theatrical',
  }
  await page.route('**/api/v1/mentors*', (route) => route.fulfill({ json: { data: [row] } }))
  await page.route('**/api/v1/career-fields*', (route) => route.fulfill({ json: [] }))
  await page.goto('/admin/mentors')
  await page.getByRole('button', { name: 'Details of نور' }).click()
  await expect(page.getByText('4.3 (1 review)')).toBeVisible()
  await expect(factOf(page, 'Career Fields')).toHaveText('Deleted career fieldTides')
  // Also in the line below its name.
  await expect(rowOf(page, 'نور').first()).toContainText('Deleted career field, Tides')
  await expect(page.getByText('Theatrical')).toBeVisible()
  await page.setViewportSize({ width: 360, height: 760 })
  await expect
    .poll(() => page.evaluate(() => document.documentElement.scrollWidth))
    .toBeLessThanOrEqual(360)
})
