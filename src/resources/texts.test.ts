import { describe, expect, test } from 'vitest'
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
])('%s', (_, name, texts) => {
  const { title, messages } = find(name)
  const said: Record<string, unknown> = { title, ...messages }
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

test('USER-02 USER-05 CF-01 CF-02 columns and fields have the labels of the specification', () => {
  const [users, fields] = [find('users'), find('career-fields')]
  const labels = (parts: readonly { label: string }[]) => parts.map(({ label }) => label)
  expect(labels(users.columns)).toEqual([
    'Name',
    'Email',
    'Role',
    'Status',
    'Created',
    'Last Login',
  ])
  expect(labels(fields.columns)).toEqual(['Name', 'Description'])
  expect(labels(users.fields)).toEqual([
    'First Name',
    'Last Name',
    'Email',
    'Password',
    'Role',
    'Status',
  ])
  expect(labels(fields.fields)).toEqual(['Field Name', 'Description (Optional)'])
  expect(labelOf(fields, 'description')).toBe('Description')
  expect(fields.modalWidth).toBe(425)
})

function find(name: string): Resource {
  const found = registry.find((one) => one.name === name)
  if (!found) throw new Error(`There is no resource '${name}'`)
  return found
}
