import { expect, test } from 'vitest'
import { fieldsOf } from '#admin/providers/adapters/draft.ts'
import type { Resource } from '#model/resource.ts'
import type { FieldErrors } from '#model/words.ts'
import { registry } from '#resources/index.ts'
import { placeErrors } from './form-errors.ts'

const named = (name: string) => registry.find((one) => one.page === name) as Resource
const placed = (page: string, errors: FieldErrors, mode: 'create' | 'edit' = 'create') =>
  placeErrors(fieldsOf(named(page), mode), errors)

test('errors appear at their controls, also within entries; others appear at the top', () => {
  const { at, rest } = placed('missions', {
    'steps.2.title': 'Title is required.',
    title: 'Title is required.',
    'skills.1': 'Skills may have at most 60 characters.',
    steps: 'Steps may have at most 100 entries.',
    shoeSize: 'Shoe size is not known here.',
  })
  expect(at).toEqual({
    'steps.2.title': 'Title is required.',
    title: 'Title is required.',
    skills: 'Skills may have at most 60 characters.',
    steps: 'Steps may have at most 100 entries.',
  })
  expect(rest).toEqual(['Shoe size is not known here.'])
})

test('an error in a list within an entry appears at its control', () => {
  const errors = { 'phases.1.milestones.0.missions.2': 'It is gone.' }
  expect(placed('protocols', errors).at).toEqual({
    'phases.1.milestones.0.missions': 'It is gone.',
  })
})

test('an error of a list appears at the field of its first entry', () => {
  expect(placed('mentors', { careerFields: 'Career Field is required.' }).at).toEqual({
    'careerFields.0': 'Career Field is required.',
  })
  expect(placed('mentors', { 'careerFields.1': 'It is gone.' }).rest).toEqual(['It is gone.'])
})

test('a field that this form does not show counts as unknown', () => {
  expect(placed('users', { password: 'Too short.' }, 'edit').rest).toEqual(['Too short.'])
})
