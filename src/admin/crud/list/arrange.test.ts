import { describe, expect, test } from 'vitest'
import { columnIds } from '#model/columns.ts'
import type { Resource } from '#model/resource.ts'
import { registry } from '#resources/index.ts'
import { ACTIONS, arrange, DETAIL, tableState } from './arrange.ts'
import type { ListLayout } from './layout.ts'

const users = registry.find(({ page }) => page === 'users') as Resource
const ALL = ['Name', 'email', 'role', 'isActive', 'createdAt', 'lastLogin']
/** The users list with its check boxes and buttons, in so many pixels; nothing is measured at 0. */
const of = (layout: ListLayout = {}, width = 0) => arrange(users, layout, { width, taken: 136 })

describe('LIST-08', () => {
  test('columns stand as declared, or as they were chosen and ordered; the name always does', () => {
    expect(of().shown).toEqual(ALL)
    expect(of({ columns: ['role', 'Name'] }).shown).toEqual(['role', 'Name'])
    expect(of({ columns: ['lastLogin', 'email'] }).shown).toEqual(['Name', 'lastLogin', 'email'])
  })

  test('what is pinned stands at the start, the buttons at the end', () => {
    const state = (layout: ListLayout) => tableState(users, of(layout), layout).columnPinning
    expect(state({})).toEqual({ start: [], end: [ACTIONS] })
    expect(state({ columns: ['Name', 'role'], pinned: ['role', 'lastLogin'] })).toEqual({
      start: [DETAIL, 'role'],
      end: [ACTIONS],
    })
  })
})

describe('LIST-09', () => {
  test('where there is room every column stands by itself', () => {
    expect(of({}, 1140)).toMatchObject({ shown: ALL, under: [], dropped: [] })
  })

  test('with less the address stands under the name, then the last column goes, then the one before', () => {
    const [name = '', , ...others] = ALL
    expect(of({}, 1060)).toMatchObject({ shown: [name, ...others], under: ['email'], dropped: [] })
    expect(of({}, 720)).toMatchObject({ dropped: ['lastLogin'], under: ['email'] })
    expect(of({}, 620)).toMatchObject({
      shown: ['Name', 'role', 'isActive'],
      dropped: ['createdAt', 'lastLogin'],
    })
    expect(of({}, 300).shown).toEqual(['Name', 'role', 'isActive'])
  })

  test('what a person chose is not dropped; what was sized or pinned is a column', () => {
    expect(of({ columns: ALL }, 620)).toMatchObject({ dropped: [], under: ['email'] })
    expect(of({ widths: { email: 200 } }, 900).under).toEqual([])
    expect(of({ pinned: ['email'] }, 900)).toMatchObject({ under: [], pinned: ['email'] })
  })

  test.each(registry)('$name: no column is lost at any width', (resource) => {
    for (const width of [0, 320, 640, 768, 1024, 1280, 1920]) {
      const { shown, under, dropped } = arrange(resource, {}, { width, taken: 136 })
      expect([...shown, ...under, ...dropped].sort()).toEqual(columnIds(resource).sort())
    }
  })
})
