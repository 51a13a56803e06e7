// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, expect, test } from 'vitest'
import { ChoiceFilter } from './ChoiceFilter.tsx'
// The panel is fetched before the tests are timed.
import './ChoicePanel.tsx'

afterEach(cleanup)

const CHOICES = ['Beginner', 'Intermediate', 'Advanced'].map((label) => ({
  value: label.toLowerCase(),
  label,
}))

/** The filter, and every value that it was set to. */
function show(begun?: string) {
  const set: (string | undefined)[] = []
  function Filter() {
    const [value, setValue] = useState(begun)
    const onChange = (next: string | undefined) => {
      set.push(next)
      setValue(next)
    }
    const end = {
      label: 'Remove filter Difficulty',
      icon: null,
      onClick: () => setValue(undefined),
    }
    return <ChoiceFilter {...{ label: 'Difficulty', end, value, onChange }} choices={CHOICES} />
  }
  render(<Filter />)
  return { user: userEvent.setup(), set }
}

test('several choices are ticked by the keyboard, are one step, and are named in their own order', async () => {
  const { user, set } = show()
  await user.tab()
  await user.keyboard('{Enter}')
  await screen.findByRole('dialog', { name: 'Difficulty' })
  expect(document.activeElement).toBe(screen.getByRole('checkbox', { name: 'Beginner' }))
  await user.tab()
  await user.keyboard(' ')
  await user.tab({ shift: true })
  await user.keyboard(' {Enter}')
  expect(set).toEqual(['beginner,intermediate'])
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(document.activeElement).toBe(
    screen.getByRole('button', { name: 'Difficulty: Beginner, Intermediate' }),
  )
})

test('more than two are counted; without any the filter is gone', async () => {
  const { user, set } = show('beginner,intermediate,advanced')
  await user.click(screen.getByRole('button', { name: 'Difficulty: 3' }))
  for (const box of await screen.findAllByRole('checkbox', { checked: true })) await user.click(box)
  await user.click(screen.getByRole('button', { name: 'Apply' }))
  expect(set).toEqual([undefined])
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Difficulty' }))
})

test('Escape leaves what was chosen as it was', async () => {
  const { user, set } = show('advanced')
  await user.click(screen.getByRole('button', { name: 'Difficulty: Advanced' }))
  await user.click(await screen.findByRole('checkbox', { name: 'Beginner' }))
  await user.keyboard('{Escape}')
  expect(set).toEqual([])
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Difficulty: Advanced' }))
})
