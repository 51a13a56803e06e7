import * as z from 'zod'
import { defineResource } from '#model/declaration.ts'
import { emailAddress, requiredLine, requiredText, stamp } from '#model/schema.ts'

const letter = z.object({
  name: requiredLine(120),
  email: emailAddress(),
  subject: requiredLine(200),
  message: requiredText(5000),
  status: z.enum(['new', 'answered', 'archived']).default('new'),
})

export default defineResource({
  name: 'messages',
  label: ['Message', 'Messages'],
  recordName: 'name',
  subtitle: 'Read messages from visitors and track which are answered',
  icon: 'mail',
  create: letter,
  // The message itself is read-only.
  update: letter.pick({ status: true }),
  row: letter.extend({ createdAt: stamp }),
  sample: {
    name: 'Amara Okafor',
    email: 'amara.okafor@example.org',
    subject: 'Waymark for our final year',
    message: 'Good morning,\n\ncan a class of thirty take part from spring on?\n\nAmara',
  },
  columns: (c) => [
    c.person('Name', (message) => message.name, { sort: 'name' }),
    c.text('subject', 'Subject', { sort: 'subject' }),
    c.badge('status', 'Status', { tones: { new: 'blue', answered: 'green', archived: 'grey' } }),
    c.date('createdAt', 'Received', { sort: 'createdAt' }),
  ],
  inbox: {
    address: 'email',
    subject: 'subject',
    text: 'message',
    isNew: ({ status }) => status === 'new',
  },
  detail: (c) => [
    c.email('email'),
    c.date('createdAt', 'Received'),
    c.text('subject', 'Subject'),
    c.text('message', 'Message'),
  ],
  fields: (f) => [f.select('status', 'Status')],
  search: ['name', 'email', 'subject', 'message'],
  sorts: ['name', 'email', 'subject', 'createdAt'],
  filters: ['status', 'createdAt'],
  actions: ['edit', 'delete'],
  rowActions: (action) => [
    action('markAnswered', 'Mark answered', {
      when: ({ status }) => status === 'new',
      done: 'Marked as answered.',
      otherwise: 'This message is no longer new.',
    }),
  ],
  needs: {
    new: {
      filters: { status: 'new' },
      words: ['{count} new message', '{count} new messages'],
      badge: '{count} new',
    },
  },
  access: { read: ['support'], update: ['support'], delete: ['support'] },
  fromPublic: true,
  modalWidth: 425,
  messages: {
    empty: 'No messages yet. Messages from the contact form on the landing page appear here.',
    noMatch: 'No messages found',
    editTitle: 'Edit message status',
    submitUpdate: 'Save status',
    updated: 'Status saved.',
    updateFailed: 'Failed to save the status.',
    deleteFailed: 'Failed to delete message.',
    deleteQuestion:
      'Are you sure you want to delete this message? You can restore it for a limited time. After that, it is erased permanently.',
  },
})
