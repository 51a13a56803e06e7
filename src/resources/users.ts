import * as z from 'zod'
import { PASSWORD_MAX, PASSWORD_MIN } from '#contract/auth.ts'
import { defineResource } from '#model/declaration.ts'
import { emailAddress, requiredText, stamp } from '#model/schema.ts'

/** Career stages, used by analytics to group users. */
const SEGMENTS = ['student', 'graduate', 'early-career', 'career-changer', 'unspecified'] as const

const profile = z.object({
  firstName: requiredText(80),
  lastName: requiredText(80),
  email: emailAddress(),
  role: z.enum(['user', 'admin']).default('user'),
  isActive: z.boolean().default(true),
  segment: z.enum(SEGMENTS).default('unspecified'),
})

export default defineResource({
  name: 'users',
  label: ['User', 'Users'],
  recordName: ['firstName', 'lastName'],
  subtitle: 'Manage users and their roles',
  icon: 'people',
  api: { create: '/auth/register', envelope: 'count' },
  create: profile.extend({
    password: z
      .string()
      .min(PASSWORD_MIN)
      .max(PASSWORD_MAX)
      .meta({ format: 'password' })
      .nullable()
      .meta({
        description:
          'Must not be one of the 3,000 most common passwords. Null creates the user without a password: the user sets one with a link. A server that sends email mails the link. Otherwise create it with POST /users/{id}/link.',
      }),
  }),
  update: profile.extend({
    // Silently ignoring a password would suggest that it was changed.
    password: z.never({ error: 'can only be set when the user is created' }).optional(),
  }),
  row: profile.extend({ createdAt: stamp, lastLogin: stamp }),
  sample: {
    firstName: 'Amara',
    lastName: 'Okafor',
    email: 'amara.okafor@example.org',
    password: 'three-blue-waymarks',
  },
  columns: (c) => [
    c.person('Name', (user) => `${user.firstName} ${user.lastName}`, { sort: 'firstName' }),
    c.text('email', 'Email', { sort: 'email' }),
    c.badge('role', 'Role', { tones: { admin: 'blue', user: 'grey' } }),
    c.status(),
    c.date('createdAt', 'Created', { sort: 'createdAt', narrow: 'drop' }),
    c.date('lastLogin', 'Last Login', { sort: 'lastLogin', narrow: 'drop' }),
  ],
  fields: (f) => [
    f.text('firstName', 'First Name', { half: true }),
    f.text('lastName', 'Last Name', { half: true }),
    f.email('email', 'Email'),
    f.password('password', 'Password', {
      on: 'create',
      hint: `${PASSWORD_MIN} to ${PASSWORD_MAX} characters. Common passwords are not allowed.`,
      instead: 'link',
    }),
    f.select('role', 'Role', {
      half: true,
      asks: {
        admin: {
          title: 'Make {name} an admin?',
          text: 'Admins can see, change and delete everything, and can make other users admins.',
          yes: 'Make admin',
        },
        user: {
          title: 'Remove console access from {name}?',
          text: 'The user is signed out immediately. Past changes are kept.',
          yes: 'Remove access',
          on: 'edit',
        },
      },
    }),
    f.select('segment', 'Segment', { half: true }),
    f.status(),
  ],
  rowActions: (action) => [
    action('link', 'Copy password reset link', {
      when: ({ isActive }) => isActive,
      confirm: {
        title: 'Create a password reset link for {name}?',
        text: 'Anyone with the link can set a new password for this account within one hour. Setting it signs the user out everywhere. If this server sends email, the user also gets the link by email.',
        yes: 'Create link',
      },
      done: 'Password reset link created.',
      failed: 'Failed to create the password reset link.',
      shown: 'password-link',
    }),
  ],
  search: ['firstName', 'lastName', 'email'],
  sorts: ['firstName', 'email', 'createdAt', 'lastLogin'],
  filters: ['role', 'isActive', 'segment', 'createdAt', 'lastLogin'],
  unique: [{ path: 'email', message: 'A user with this email already exists.' }],
  access: {
    read: ['analyst', 'support'],
    create: ['support'],
    update: ['support'],
    delete: ['support'],
    // Assigning a role passes on its rights. Support cannot change users with access to the console.
    fields: { role: { write: [] } },
    only: { role: ['user'] },
  },
  messages: {
    loadFailed: 'Failed to fetch users.',
    loadFailedFromServer: false,
    unexpected: null,
    deleted: 'User deleted successfully.',
    deleteFailed: 'Failed to delete user.',
  },
})
