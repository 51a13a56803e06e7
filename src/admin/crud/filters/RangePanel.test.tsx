// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import type { ListFilter } from '#contract/list-query.ts'
import { RangePanel } from './RangePanel.tsx'

afterEach(cleanup)

async function typeLeast(text: string) {
  const onChange = vi.fn()
  const filter: ListFilter = { path: 'price', kind: 'number', choices: [], parameters: [] }
  render(
    <RangePanel
      label="Price"
      filter={filter}
      zone={undefined}
      values={{}}
      onChange={onChange}
      onLeave={() => undefined}
    />,
  )
  await userEvent.type(screen.getByLabelText('At least'), `${text}{Enter}`)
  return onChange
}

test('a comma before the decimals is read as a point', async () => {
  expect(await typeLeast('3,5')).toHaveBeenCalledWith({ price_from: '3.5' })
})

test.each(['1,000', '1.000', '0x10'])('%j is refused, and stays as it was typed', async (text) => {
  expect(await typeLeast(text)).not.toHaveBeenCalled()
  screen.getByText('Type a number, like 1000 or 0.5.')
  expect(screen.getByLabelText<HTMLInputElement>('At least').value).toBe(text)
})
