// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { type ComponentProps, useState } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { Pager } from './Pager.tsx'
import { PageSize } from './PageSize.tsx'

afterEach(cleanup)

function show(props: Partial<ComponentProps<typeof Pager>> = {}) {
  const goTo = vi.fn()
  render(<Pager page={3} pages={25} goTo={goTo} {...props} />)
  return goTo
}
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))

test('LIST-10 first and last page are a press away, beside Previous and Next', async () => {
  const goTo = show()
  for (const name of ['First page', 'Previous', 'Next', 'Last page']) await press(name)
  expect(goTo.mock.calls).toEqual([[1], [2], [4], [25]])
})

test('LIST-10 any page is gone to by its number; one beyond the end is the last', async () => {
  const user = userEvent.setup()
  const goTo = show()
  await press('Page 3 of 25')
  const field = screen.getByRole('textbox', { name: 'Go to page, 1 to 25' })
  expect(document.activeElement).toBe(field)
  await user.keyboard('18{Enter}')
  await press('Page 3 of 25')
  await user.keyboard('400{Enter}')
  await press('Page 3 of 25')
  await user.keyboard('x{Enter}')
  expect(goTo.mock.calls).toEqual([[18], [25]])
  await press('Page 3 of 25')
  await user.keyboard('7{Escape}')
  expect(screen.getByRole('button', { name: 'Page 3 of 25' })).toBeDefined()
  expect(goTo).toHaveBeenCalledTimes(2)
})

test('LIST-10 of more than were counted no last page is offered', () => {
  show({ pages: 1000, isLeast: true })
  expect(screen.getByText('Page 3 of 1,000 or more')).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Last page' })).toBeNull()
  expect(screen.getByRole('button', { name: 'First page' })).toBeDefined()
})

test('USER-03 two pages need no more than Previous and Next', () => {
  show({ page: 1, pages: 2 })
  expect(screen.getAllByRole('button').map((one) => one.textContent)).toEqual(['Previous', 'Next'])
  expect(screen.getByText('Page 1 of 2')).toBeDefined()
})

test('LIST-10 with another page size the first row stays in view', async () => {
  const rows = Array.from({ length: 25 }, (_, at) => ({ _id: `${at}`, id: `${at}` }))
  const seen = vi.fn()
  Object.assign(globalThis, { CSS: { escape: String } })
  function Screen() {
    const [limit, resize] = useState(10)
    const shown = limit === 10 ? rows.slice(10, 20) : rows
    return (
      <>
        {shown.map(({ id }) => (
          <p
            key={id}
            data-row={id}
            ref={(row) => {
              if (row) row.scrollIntoView = () => seen(id)
            }}
          />
        ))}
        <PageSize list={{ limit, resize, rows: shown, isOld: false }} />
      </>
    )
  }
  render(<Screen />)
  const sizes = screen.getByRole('combobox', { name: 'Rows per page' })
  expect([...sizes.querySelectorAll('option')].map((one) => one.textContent)).toEqual([
    '10',
    '25',
    '50',
    '100',
  ])
  await userEvent.selectOptions(sizes, '25')
  expect(seen).toHaveBeenLastCalledWith('10')
})
