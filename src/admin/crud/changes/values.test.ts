import { expect, test } from 'vitest'
import { registry } from '#resources/index.ts'
import { columnAt, fieldName, isNothing, linesOf } from './values.ts'

function resource(page: string) {
  const found = registry.find((one) => one.page === page)
  if (!found) throw new Error(`There is no ${page}.`)
  return found
}

test('a field of a change has the usual label and format', () => {
  const missions = resource('missions')
  const kinds = ['title', 'difficulty', 'isActive', 'careerFields', 'skills', 'rewards.experience']
  expect(kinds.map((path) => [fieldName(missions, path), columnAt(missions, path)?.kind])).toEqual([
    ['Title', 'text'],
    ['Difficulty', 'badge'],
    ['Status', 'status'],
    ['Career Fields', 'reference'],
    ['Skills', 'list'],
    ['Experience', 'number'],
  ])
  expect(columnAt(missions, 'steps')).toBeUndefined()
  expect(columnAt(resource('mentors'), 'careerFields')?.kind).toBe('reference')
  expect(fieldName(missions, 'someKeyOfOld')).toBe('Some Key Of Old')
})

test('every field of a form has a label and a format', () => {
  for (const one of registry)
    for (const { path, kind } of one.fields) {
      const at = path.replace(/\.0$/, '')
      expect(fieldName(one, at), `${one.name} ${path}`).not.toBe('')
      if (!['list', 'part', 'password'].includes(kind))
        expect(columnAt(one, at), `${one.name} ${path}`).toBeDefined()
    }
})

test('entries of a list are lines: numbered, with what else they hold below', () => {
  const phases = [
    {
      _id: '1',
      order: 1,
      title: 'Look',
      description: 'Around',
      milestones: [{ title: 'See', missions: ['m1', 'm2'], isDone: true, note: '' }],
    },
    { _id: '2', order: 2, title: '' },
  ]
  expect(linesOf(phases, (id) => ({ m1: 'Map', m2: 'Walk' })[id] ?? id).join('\n')).toBe(
    [
      '1. Look',
      '   Description: Around',
      '   Milestones:',
      '      1. See',
      '         Missions: Map, Walk',
      '         Is Done: Yes',
      '2. Untitled',
    ].join('\n'),
  )
  expect(linesOf({ x: 1, y: null }, String)).toEqual(['X: 1'])
  expect([undefined, null, '', []].every(isNothing)).toBe(true)
  expect([0, false, 'x', {}].some(isNothing)).toBe(false)
})
