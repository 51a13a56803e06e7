import * as z from 'zod'
import { defineResource } from '#model/declaration.ts'
import { emailAddress, stamp } from '#model/schema.ts'

const entry = z.object({
  email: emailAddress(),
  who: z.enum(['student', 'early-career-professional', 'mentor', 'organisation']).optional(),
  // Where the server sends mail, entries start as unconfirmed until the address's owner confirms.
  status: z.enum(['unconfirmed', 'confirmed']).default('confirmed'),
})

export default defineResource({
  name: 'waitlist',
  label: ['Waitlist Entry', 'Waitlist Entries'],
  recordName: 'email',
  title: 'Waitlist',
  subtitle: 'People who want to know when the app is released',
  icon: 'list',
  create: entry,
  row: entry.extend({ createdAt: stamp }),
  sample: { email: 'amara.okafor@example.org', who: 'student' },
  columns: (c) => [
    c.text('email', 'Email', { sort: 'email' }),
    c.badge('who', 'Type', {
      tones: {
        student: 'blue',
        'early-career-professional': 'green',
        mentor: 'orange',
        organisation: 'grey',
      },
    }),
    c.badge('status', 'Status', { tones: { unconfirmed: 'yellow', confirmed: 'green' } }),
    c.date('createdAt', 'Joined', { sort: 'createdAt' }),
  ],
  fields: (f) => [f.email('email', 'Email'), f.select('who', 'Type'), f.select('status', 'Status')],
  search: ['email'],
  sorts: ['email', 'createdAt'],
  filters: ['status', 'who', 'createdAt'],
  unique: [{ path: 'email', message: 'This address is already on the waitlist.' }],
  actions: ['edit', 'delete'],
  needs: {
    joined: {
      filters: { createdAt_is: 'last7days', status: 'confirmed' },
      words: [
        '{count} joined the waitlist in the last 7 days',
        '{count} joined the waitlist in the last 7 days',
      ],
      badge: '{count} in the last 7 days',
    },
  },
  access: { read: ['support'], update: ['support'], delete: ['support'] },
  fromPublic: true,
  modalWidth: 425,
  messages: {
    empty: 'The waitlist is empty. People who join on the landing page appear here.',
    noMatch: 'No addresses found',
    searchPlaceholder: 'Search addresses...',
    updated: 'Waitlist entry saved.',
    deleteQuestion:
      'Are you sure you want to remove this address from the waitlist? You can restore it for a limited time. After that, it is erased permanently.',
    deleted: 'Address removed from the waitlist.',
  },
})
