// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { Bound, SavingDialog } from '../../../tests/support/Shortcuts.tsx'
import { ShortcutList } from './ShortcutList.tsx'
import { setSingleKeys } from './shortcuts.ts'

const run = vi.fn()
beforeEach(() => run.mockReset())
afterEach(() => {
  cleanup()
  setSingleKeys(true)
})

describe('NAV-02 keys of the console', () => {
  test('a key works while what bound it is shown, and no longer', async () => {
    const { rerender } = render(<Bound run={run} />)
    await userEvent.keyboard('n')
    expect(run).toHaveBeenCalledOnce()
    rerender(<Bound run={run} isOff />)
    await userEvent.keyboard('n')
    rerender(<p />)
    await userEvent.keyboard('n')
    expect(run).toHaveBeenCalledOnce()
  })

  test('never while one types, unless Ctrl is held', async () => {
    render(
      <Bound run={run}>
        <Bound keys="mod+k" run={() => run('chord')} />
        <input aria-label="Name" />
        <select aria-label="Role" />
        <input type="checkbox" aria-label="Chosen" />
      </Bound>,
    )
    await userEvent.type(screen.getByLabelText('Name'), 'nn')
    await userEvent.type(screen.getByLabelText('Role'), 'n')
    expect(run).not.toHaveBeenCalled()
    await userEvent.type(screen.getByLabelText('Name'), '{Control>}k{/Control}')
    expect(run).toHaveBeenLastCalledWith('chord')
    screen.getByLabelText('Chosen').focus()
    await userEvent.keyboard('n')
    expect(run).toHaveBeenCalledTimes(2)
  })

  test('a dialog has its own, and stops those of the page below but for what works above all', async () => {
    const page = (
      <Bound run={run}>
        <Bound keys="mod+k" isAbove run={() => run('above')} />
      </Bound>
    )
    render(
      <>
        {page}
        <SavingDialog save={() => run('saved')} />
      </>,
    )
    await userEvent.keyboard('n')
    expect(run).not.toHaveBeenCalled()
    await userEvent.type(screen.getByLabelText('Text'), '{Control>}{Enter}{/Control}')
    expect(run).toHaveBeenLastCalledWith('saved')
    await userEvent.keyboard('{Control>}k{/Control}')
    expect(run).toHaveBeenLastCalledWith('above')
  })

  test('of two dialogs the upper one has the keys', async () => {
    render(
      <>
        <SavingDialog save={() => run('saved')} />
        <div role="dialog" aria-modal="true">
          <button type="button">Discard</button>
        </div>
      </>,
    )
    await userEvent.keyboard('{Control>}{Enter}{/Control}')
    expect(run).not.toHaveBeenCalled()
  })

  test('two keys in turn lead to a page; another key between them ends it', async () => {
    render(<Bound run={run} keys="g u" />)
    await userEvent.keyboard('gxu')
    expect(run).not.toHaveBeenCalled()
    await userEvent.keyboard('gu')
    expect(run).toHaveBeenCalledOnce()
  })

  test('what a page does with a key goes before what works everywhere', async () => {
    render(
      <Bound keys="/" run={() => run('page')}>
        <Bound keys="/" group="Everywhere" run={() => run('everywhere')} />
      </Bound>,
    )
    await userEvent.keyboard('/')
    expect(run.mock.calls).toEqual([['page']])
  })

  test('WCAG 2.1.4: keys without Ctrl can be switched off in the list, which is remembered', async () => {
    render(
      <Bound run={run}>
        <Bound run={run} keys="mod+k" words="Search" group="Everywhere" />
        <ShortcutList />
      </Bound>,
    )
    expect(screen.getByText('Add').parentElement?.textContent).toBe('AddN')
    expect(screen.getByText('Search').parentElement?.textContent).toBe('SearchCtrlK')
    await userEvent.click(screen.getByRole('checkbox', { name: 'Shortcuts of a single key' }))
    screen.getByRole('checkbox').blur()
    await userEvent.keyboard('n')
    expect(run).not.toHaveBeenCalled()
    expect(localStorage.getItem('waymark_keys')).toBe('off')
    await userEvent.keyboard('{Control>}k{/Control}')
    expect(run).toHaveBeenCalledOnce()
  })
})
