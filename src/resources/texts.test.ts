import { existsSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { describe as describeAt } from '#model/describe.ts'
import { labelOf, type Resource } from '#model/resource.ts'
import { registry } from './index.ts'

// The texts stand here as the specification writes them, and are read from no declaration.
describe.each([
  [
    'USER-05 USER-06 USER-07 users',
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
    'CF-01 CF-02 CF-03 career fields',
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
    'MIS-01 MIS-02 MIS-04 MIS-05 missions',
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
    'PRO-01 PRO-02 PRO-03 protocols',
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
    'MEN-01 MEN-02 MEN-03 MEN-04 mentors',
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

test('USER-07 a load that failed says the screen’s own text, and an unknown shape says nothing', () => {
  const { messages } = find('users')
  expect(messages).toMatchObject({ loadFailedFromServer: false, unexpected: null })
})

test('CF-03 a load that failed says the server’s message first', () => {
  expect(find('career-fields').messages.loadFailedFromServer).toBe(true)
})

test.each([
  [
    'USER-02 USER-05',
    'users',
    'Name, Email, Role, Status, Created, Last Login',
    'First Name, Last Name, Email, Password, Role, Segment, Status',
  ],
  ['CF-01 CF-02', 'career-fields', 'Name, Description', 'Field Name, Description (Optional)'],
  [
    'MIS-01 MIS-02',
    'missions/templates',
    'Title, Type, Difficulty, Duration, Status',
    'Title, Description, Type, Difficulty, Status, Career Fields, Skills, Steps, Duration Value, Duration Unit, Experience, Skill Points',
  ],
  [
    'PRO-02',
    'protocols/templates',
    '',
    'Protocol Title, Description, Target Level, Status, Duration Value, Duration Unit, Career Fields, Prerequisite Skills, Phases',
  ],
  [
    'MEN-01 MEN-02',
    'mentors',
    'Name, Specialization, Status',
    'Name, Title, Career Field, Specialization, Gemini AI Mentor ID, Bio, Skills, Tags, Languages, Profile Image URL, Experience Level, Teaching Style, Communication Style, Availability, Status',
  ],
])('%s columns and fields have the labels of the specification', (_, name, columns, fields) => {
  const resource = find(name)
  // How often it is used is told beyond the specification.
  const told = resource.columns.filter(({ kind }) => kind !== 'uses')
  expect(told.map(({ label }) => label).join(', ')).toBe(columns)
  expect(resource.fields.map(({ label }) => label).join(', ')).toBe(fields)
})

test('CF-01 after the columns of the specification stands how many missions and mentors use a career field', () => {
  const labels = find('career-fields').columns.map(({ kind, label }) => `${kind}: ${label}`)
  expect(labels.slice(2)).toEqual(['uses: Missions', 'uses: Mentors'])
})

test('CF-02 MEN-02 the dialogs have the widths of the specification', () => {
  expect(find('career-fields').modalWidth).toBe(425)
  expect(find('mentors').modalWidth).toBe(600)
})

test('CF-02 a label stands without its remark in messages', () => {
  expect(labelOf(find('career-fields'), 'description')).toBe('Description')
})

test.each([
  ['PRO-02', 'protocols/templates', 'targetLevel', 'beginner, intermediate, advanced'],
  ['PRO-02', 'protocols/templates', 'estimatedDuration.unit', 'days, weeks, months'],
  ['MIS-01', 'missions/templates', 'difficulty', 'beginner, intermediate, advanced, expert'],
  ['MEN-02', 'mentors', 'experienceLevel', 'beginner, intermediate, advanced, expert'],
  ['MEN-02', 'mentors', 'teachingStyle', 'practical, theoretical, socratic, coaching, mentoring'],
  ['MEN-02', 'mentors', 'communicationStyle', 'direct, supportive, analytical, expressive'],
  ['MEN-02', 'mentors', 'availability', 'always, weekdays, weekends'],
])('%s the choices of %s %s are those of the specification', (_, name, path, choices) => {
  const described = describeAt(find(name).create, path)
  expect(described?.choices?.map(({ value }) => value).join(', ')).toBe(choices)
})

function find(name: string): Resource {
  const found = registry.find((one) => one.name === name)
  if (!found) throw new Error(`There is no resource '${name}'`)
  return found
}

test('each resource is declared in the file that its name begins with, as errors name it', () => {
  expect(registry.filter(({ file }) => !existsSync(file))).toEqual([])
})
