import { existsSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { describe as describeAt } from '#model/describe.ts'
import { labelOf, type Resource } from '#model/resource.ts'
import { registry } from './index.ts'

// The texts stand here as the specification writes them, and are read from no declaration.
describe.each([
  [
    'users',
    'users',
    {
      title: 'Users',
      add: 'Add User',
      createTitle: 'Add New User',
      editTitle: 'Edit User',
      searchPlaceholder: 'Search users...',
      empty: 'No users found',
      deleteQuestion: 'Are you sure you want to delete this user?',
      loadFailed: 'Failed to fetch users.',
      created: 'User created successfully.',
      updated: 'User updated successfully.',
      deleted: 'User deleted successfully.',
      createFailed: 'Failed to create user.',
      updateFailed: 'Failed to update user.',
      deleteFailed: 'Failed to delete user.',
    },
  ],
  [
    'career fields',
    'career-fields',
    {
      title: 'Career Fields',
      add: 'Add Field',
      createTitle: 'Add New Career Field',
      editTitle: 'Edit Career Field',
      submitCreate: 'Save Field',
      empty: 'No career fields found.',
      deleteQuestion: 'Are you sure you want to delete this career field?',
      invalid: 'Field name cannot be empty.',
      unexpected: 'API did not return an array for career fields.',
      loadFailed: 'An unexpected error occurred.',
      created: 'Career field added.',
      updated: 'Career field updated.',
      deleted: 'Career field deleted.',
      createFailed: 'Failed to add field.',
      updateFailed: 'Failed to update field.',
      deleteFailed: 'Failed to delete.',
    },
  ],
  [
    'missions',
    'missions/templates',
    {
      title: 'Missions',
      subtitle: 'Manage career guidance missions',
      add: 'Add Mission',
      createTitle: 'Add New Mission',
      editTitle: 'Edit Mission',
      empty: 'No missions found',
      deleteQuestion: 'Are you sure you want to delete this mission?',
      loadFailed: 'Failed to fetch missions',
      loadFailedFromServer: true,
      unexpected: 'Received an unexpected data format from the server.',
      created: 'Mission created successfully.',
      updated: 'Mission updated successfully.',
      deleted: 'Mission deleted.',
      createFailed: 'Submission failed. Please check all fields.',
      updateFailed: 'Submission failed. Please check all fields.',
      deleteFailed: 'Failed to delete mission',
    },
  ],
  [
    'protocols',
    'protocols/templates',
    {
      title: 'Protocols',
      subtitle: 'Manage learning paths and protocols',
      add: 'Add Protocol',
      createTitle: 'Add New Protocol',
      editTitle: 'Edit Protocol',
      submitCreate: 'Create',
      submitUpdate: 'Update',
      empty: 'No protocols found',
      deleteQuestion: 'Are you sure you want to delete this protocol?',
      loadFailed: 'Failed to fetch protocols',
      loadFailedFromServer: true,
      unexpected: 'Received an unexpected data format for protocols.',
      created: 'Protocol created successfully.',
      updated: 'Protocol updated successfully.',
      deleted: 'Protocol deleted.',
      createFailed: 'Submission failed.',
      updateFailed: 'Submission failed.',
      deleteFailed: 'Failed to delete protocol',
    },
  ],
  [
    'mentors',
    'mentors',
    {
      title: 'Mentors',
      add: 'Add Mentor',
      createTitle: 'Add New Mentor',
      editTitle: 'Edit Mentor',
      submitCreate: 'Add Mentor',
      submitUpdate: 'Update Mentor',
      deleteQuestion: 'Are you sure you want to delete this mentor?',
      loadFailed: 'Failed to fetch page data. Please try again.',
      loadFailedFromServer: false,
      created: 'Mentor added successfully',
      updated: 'Mentor updated successfully',
      deleted: 'Mentor deleted successfully',
      createFailed: 'Failed to save mentor.',
      updateFailed: 'Failed to save mentor.',
      deleteFailed: 'Failed to delete mentor.',
      invalid: 'All fields marked with * are required.',
    },
  ],
])('%s', (_, name, texts) => {
  const { title, subtitle, messages } = find(name)
  const said: Record<string, unknown> = { title, subtitle, ...messages }
  test.each(Object.entries(texts))('the text of %s is %j', (key, text) => {
    expect(said[key]).toBe(text)
  })
})

test('a failed load shows the screen’s own text, and an unknown shape an empty list', () => {
  const { messages } = find('users')
  expect(messages).toMatchObject({ loadFailedFromServer: false, unexpected: null })
})

test('a failed load shows the server’s message first', () => {
  expect(find('career-fields').messages.loadFailedFromServer).toBe(true)
})

test.each([
  [
    'users',
    'Name, Email, Role, Status, Created, Last Login',
    'First Name, Last Name, Email, Password, Role, Segment, Status',
  ],
  ['career-fields', 'Name, Description', 'Field Name, Description (Optional)'],
  [
    'missions/templates',
    'Title, Type, Difficulty, Duration, Status',
    'Title, Description, Type, Difficulty, Status, Career Fields, Skills, Steps, Duration Value, Duration Unit, Experience, Skill Points',
  ],
  [
    'protocols/templates',
    '',
    'Protocol Title, Description, Target Level, Status, Duration Value, Duration Unit, Career Fields, Prerequisite Skills, Phases',
  ],
  [
    'mentors',
    'Name, Specialization, Status',
    'Name, Title, Career Field, Specialization, Gemini AI Mentor ID, Bio, Skills, Tags, Languages, Profile Image URL, Experience Level, Teaching Style, Communication Style, Availability, Status',
  ],
])('%s: columns and fields have the labels of the specification', (name, columns, fields) => {
  const resource = find(name)
  // How often it is used is told beyond the specification.
  const told = resource.columns.filter(({ kind }) => kind !== 'uses')
  expect(told.map(({ label }) => label).join(', ')).toBe(columns)
  expect(resource.fields.map(({ label }) => label).join(', ')).toBe(fields)
})

test('the specification’s columns are followed by the number of missions and mentors that use a career field', () => {
  const labels = find('career-fields').columns.map(({ kind, label }) => `${kind}: ${label}`)
  expect(labels.slice(2)).toEqual(['uses: Missions', 'uses: Mentors'])
})

test('the dialogs have the widths of the specification', () => {
  expect(find('career-fields').modalWidth).toBe(425)
  expect(find('mentors').modalWidth).toBe(600)
})

test('messages use a label without its remark', () => {
  expect(labelOf(find('career-fields'), 'description')).toBe('Description')
})

test.each([
  ['protocols/templates', 'targetLevel', 'beginner, intermediate, advanced'],
  ['protocols/templates', 'estimatedDuration.unit', 'days, weeks, months'],
  ['missions/templates', 'difficulty', 'beginner, intermediate, advanced, expert'],
  ['mentors', 'experienceLevel', 'beginner, intermediate, advanced, expert'],
  ['mentors', 'teachingStyle', 'practical, theoretical, socratic, coaching, mentoring'],
  ['mentors', 'communicationStyle', 'direct, supportive, analytical, expressive'],
  ['mentors', 'availability', 'always, weekdays, weekends'],
])('%s: the choices of %s are those of the specification', (name, path, choices) => {
  const described = describeAt(find(name).create, path)
  expect(described?.choices?.map(({ value }) => value).join(', ')).toBe(choices)
})

function find(name: string): Resource {
  const found = registry.find((one) => one.name === name)
  if (!found) throw new Error(`There is no resource '${name}'`)
  return found
}

test('each resource is declared in the file of its name, as errors report it', () => {
  expect(registry.filter(({ file }) => !existsSync(file))).toEqual([])
})
