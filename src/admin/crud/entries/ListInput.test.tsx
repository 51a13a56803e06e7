// @vitest-environment jsdom
import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { HttpError } from '#admin/providers/http-client.ts'
import {
  choose,
  describedBy,
  openWorkshop as open,
  press,
  type,
  waitLong,
} from '../../../../tests/support/workshop-form.tsx'

afterEach(cleanup)

test('entries of any fields, three lists deep, are filled, checked at their fields, and sent', async () => {
  const { sent, next } = await open()
  expect(screen.getByText('No sessions yet.')).toBeTruthy()
  fireEvent.change(screen.getByRole('textbox', { name: 'Title' }), { target: { value: 'Lab' } })
  await press('Add session')
  await waitLong(() =>
    expect(document.activeElement).toBe(screen.getByLabelText('Session 1 title')),
  )
  const level = screen.getByRole('combobox', { name: 'Session 1 level' })
  expect(level.closest('.ant-select')?.textContent).toBe('Easy')
  expect(screen.getByText('Nobody talks in this session.')).toBeTruthy()
  type('Session 1 title', 'Warm up')
  type('Session 1 minutes', '2')
  fireEvent.mouseDown(level)
  fireEvent.click(await screen.findByRole('option', { name: 'Hard' }))
  fireEvent.change(screen.getByRole('combobox', { name: 'Session 1 tags' }), {
    target: { value: 'calm, slow,' },
  })
  fireEvent.mouseDown(screen.getByRole('combobox', { name: 'Session 1 online' }))
  fireEvent.click(await screen.findByRole('option', { name: 'Yes' }))
  await press('Add talk')
  type('Talk 1 Title', 'Hello')
  expect(screen.queryByText('Nobody talks in this session.')).toBeNull()
  await press('Add slide')
  await waitLong(() =>
    expect(document.activeElement).toBe(screen.getByLabelText('Slide 1 seconds')),
  )
  await press('Add session')
  await press('Add talk (Session 2)')

  await press('Create')
  await waitLong(() =>
    expect(document.activeElement).toBe(screen.getByLabelText('Session 1 minutes')),
  )
  // antd draws the message of each field in a frame of its own.
  await waitLong(() => {
    expect(describedBy('Session 1 minutes')).toBe(
      'Session 1 minutes must be at least 5. Breaks count',
    )
    expect(describedBy('Slide 1 seconds')).toBe('Session 1 talk 1 slide 1 seconds is required.')
    expect(describedBy('Session 2, Talk 1 Title')).toBe('Session 2 talk 1 title is required.')
  })
  expect(screen.getByLabelText('Session 2 title').getAttribute('aria-required')).toBe('true')
  const tags = screen.getByRole('combobox', { name: 'Session 2 tags' })
  expect(tags.getAttribute('aria-required')).toBeNull()

  type('Session 1 minutes', '20')
  type('Slide 1 seconds', '30')
  await choose('session 2', 'Remove')
  next(new HttpError(400, { fields: { 'sessions.0.talks.0.title': 'Somebody said that.' } }))
  await press('Create')
  await waitLong(() => expect(describedBy('Talk 1 Title')).toBe('Somebody said that.'))
  type('Talk 1 Title', 'Good day')
  await press('Create')
  await waitLong(() => expect(sent).toHaveLength(2))
  expect(sent[1]?.values).toEqual({
    title: 'Lab',
    sessions: [
      {
        title: 'Warm up',
        minutes: 20,
        level: 'hard',
        tags: ['calm', 'slow'],
        isOnline: true,
        talks: [{ title: 'Good day', slides: [{ seconds: 30, order: 0 }], order: 0 }],
        order: 0,
      },
    ],
  })
})
