import { expect, test } from '../support/browser.ts'
import { clean, make, named, unique } from '../support/records.ts'
import { counted, factOf, moment, openList, rowOf } from '../support/screen.ts'

test.afterEach(({ api }) => clean(api))

test('mentors and career fields load with the screen; a click on a row shows that mentor, one at a time', async ({
  page,
  api,
}) => {
  const mark = unique()
  const field = await make(api, named('career-fields'), { name: `Tides ${mark}` })
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
  await make(api, named('mentors'), whole)
  await make(api, named('mentors'), { name: `Ida ${mark}`, skills: [], bio: 'One thing a day.' })
  const loaded: string[] = []
  page.on('request', (request) => loaded.push(request.url()))
  const answer = moment()
  await page.route('**/api/v1/mentors?*', async (route) => {
    await answer.awaited
    await route.continue()
  })
  const fields = counted(page, 'GET', '/career-fields')
  await openList(page, 'mentors', mark)
  await expect(page.getByText('Loading…')).toBeVisible()
  await expect.poll(() => fields.length).toBeGreaterThan(0)
  answer.come()
  await expect(page.getByRole('columnheader')).toHaveText([
    'Details',
    '',
    /^Name/,
    /^Specialization/,
    'Status',
    'Actions',
  ])

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
