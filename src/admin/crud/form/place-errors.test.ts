import { expect, test } from 'vitest'
import type { Resource } from '#model/resource.ts'
import { registry } from '#resources/index.ts'
import { placeErrors } from './place-errors.ts'

const named = (name: string) => registry.find((one) => one.page === name) as Resource
const [users, missions, mentors] = [named('users'), named('missions'), named('mentors')]

test('messages stand at their fields, deeper ones at the part, unknown ones on top', () => {
  const placed = placeErrors(missions, 'create', {
    'steps.2.title': 'Title is required.',
    title: 'Title is required.',
    'skills.1': 'Skills may have at most 60 characters.',
    shoeSize: 'Shoe size is not known here.',
  })
  expect(placed.at).toEqual({
    title: 'Title is required.',
    skills: 'Skills may have at most 60 characters.',
  })
  expect(placed.below.steps).toEqual({ '2.title': 'Title is required.' })
  expect(placed.rest).toEqual(['Shoe size is not known here.'])
  expect(placed.wrong).toEqual([
    { path: 'title', label: 'Title' },
    { path: 'skills', label: 'Skills' },
    { path: 'steps.2.title', label: 'Step 3 title' },
  ])
})

test('a part says of itself only what is wrong with the whole', () => {
  const placed = placeErrors(missions, 'create', { steps: 'Steps may have at most 100 entries.' })
  expect(placed.at).toEqual({ steps: 'Steps may have at most 100 entries.' })
  expect(placed.below.steps).toEqual({ '': 'Steps may have at most 100 entries.' })
})

test('MEN-03 what is wrong with a list stands at the field of its first entry', () => {
  expect(placeErrors(mentors, 'create', { careerFields: 'Career Field is required.' }).at).toEqual({
    'careerFields.0': 'Career Field is required.',
  })
  expect(placeErrors(mentors, 'edit', { 'careerFields.1': 'It is gone.' }).rest).toEqual([
    'It is gone.',
  ])
})

test('a field that this form does not show counts as unknown', () => {
  expect(placeErrors(users, 'edit', { password: 'Too short.' }).rest).toEqual(['Too short.'])
})
