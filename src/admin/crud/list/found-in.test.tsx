// @vitest-environment jsdom
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { MarkContext } from '#admin/ui/marked.ts'
import type { Row } from '#model/declaration.ts'
import type { Resource } from '#model/resource.ts'
import { searchWords } from '#model/search.ts'
import { registry } from '#resources/index.ts'
import { nameColumn } from '../cells/columns.ts'
import { FoundIn } from './FoundIn.tsx'

afterEach(cleanup)

const missions = registry.find(({ page }) => page === 'missions') as Resource
const name = nameColumn(missions)
const row = {
  _id: '1',
  id: '1',
  title: 'Café survey',
  description: `${'Ask what they do there. '.repeat(6)}Then the calculus of it. ${'And on. '.repeat(20)}`,
  steps: [{ title: 'Look' }, { title: 'Draw a hyperbola' }],
} as Row

/** The line below the row's name, with what is marked in brackets; '' without one. */
async function lineFor(search: string): Promise<string> {
  const { container } = render(
    <MarkContext value={searchWords(search)}>
      <FoundIn resource={missions} row={row} columns={name ? [name] : []} />
      <i>there</i>
    </MarkContext>,
  )
  await screen.findByText('there')
  if (search.includes(' ') || search.length > 6)
    await waitFor(() => expect(container.querySelector('mark')).not.toBeNull())
  for (const mark of container.querySelectorAll('mark')) mark.textContent = `[${mark.textContent}]`
  const text = container.textContent?.replace(/there$/, '') ?? ''
  cleanup()
  return text
}

test('LIST-02 a row says which field has what was searched for, where no column shows it', async () => {
  expect(await lineFor('Calculus')).toMatch(/^Description: … .*Then the \[calculus\] of it\..*…$/)
  expect(await lineFor('cafe hyperb')).toBe('Step 2 title: Draw a [hyperb]ola')
  // The name has it, and shows it.
  expect(await lineFor('cafe')).toBe('')
  expect(await lineFor('')).toBe('')
})
