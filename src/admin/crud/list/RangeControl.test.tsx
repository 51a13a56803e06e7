// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { setWindow } from '../../../../tests/support/jsdom.ts'
import { RangeControl } from './RangeControl.tsx'

afterEach(cleanup)

function open(values = {}) {
  setWindow('medium')
  const onChange = vi.fn()
  const filter = { path: 'rating', kind: 'number', choices: [], parameters: [] } as const
  render(<RangeControl label="Rating" filter={filter} values={values} onChange={onChange} />)
  const type = (end: string, text: string) =>
    userEvent.type(screen.getByLabelText(end), `${text}{Enter}`)
  return { onChange, type }
}

test('a number is read with a decimal comma as with a point', async () => {
  const { onChange, type } = open()
  await type('At least', '1,5')
  expect(onChange).toHaveBeenLastCalledWith({ rating_from: '1.5' })
  await type('At most', '-2.25')
  expect(onChange).toHaveBeenLastCalledWith({ rating_to: '-2.25' })
})

test('if the two bounds leave an empty range, the older one is removed', async () => {
  const { onChange, type } = open({ rating_from: '2', rating_to: '10' })
  await type('At least', '5')
  expect(onChange).toHaveBeenLastCalledWith({ rating_from: '25' })
})
