import * as z from 'zod'
import { defineResource } from '#model/declaration.ts'
import { references } from '#model/references.ts'
import { choice, requiredText, text, textList, webAddress } from '#model/schema.ts'

const create = z.object({
  name: requiredText(120),
  title: text(160).optional(),
  careerFields: references('career-fields').min(1, 'is required'),
  specialization: requiredText(160),
  bio: requiredText(2000),
  profileImage: webAddress().optional(),
  experienceLevel: choice(['beginner', 'intermediate', 'advanced', 'expert'], 'expert'),
  skills: textList(),
  tags: textList(),
  languages: textList(),
  availability: choice(['always', 'weekdays', 'weekends'], 'always'),
  teachingStyle: choice(
    ['practical', 'theoretical', 'socratic', 'coaching', 'mentoring'],
    'mentoring',
  ),
  communicationStyle: choice(['direct', 'supportive', 'analytical', 'expressive'], 'supportive'),
  geminiMentorId: requiredText(120),
  manusAIMentorId: text(120).optional(),
  rating: z.number().min(0).max(5).default(5),
  isActive: z.boolean().default(true),
})

export default defineResource({
  name: 'mentors',
  label: ['Mentor', 'Mentors'],
  recordName: 'name',
  subtitle: 'Manage AI mentors',
  icon: 'mentor',
  create,
  row: create.extend({
    careerFields: z.array(z.object({ _id: z.string(), name: z.string().optional() })),
    // Computed from learners' reviews; admins cannot write it.
    reviewCount: z.int().min(0).default(0),
  }),
  sample: {
    name: 'Noor',
    title: 'Guide for first jobs',
    careerFields: ['01890a5d-ac96-774b-bcce-b302099a8057'],
    specialization: 'Starting out in technology',
    bio: 'I ask short questions and wait for long answers.',
    skills: ['Interviewing', 'Feedback'],
    languages: ['English', 'Arabic'],
    geminiMentorId: 'gemini-traveler-noor-01',
  },
  columns: (c) => [
    c.person('Name', (mentor) => mentor.name, { sort: 'name' }),
    c.text('specialization', 'Specialization', { sort: 'specialization' }),
    c.status(),
  ],
  line: ['careerFields', 'people'],
  detail: 'profile',
  fields: (f) => [
    ...f.group('Mentor', [
      f.text('name', 'Name', { half: true }),
      f.text('title', 'Title', { half: true }),
      f.reference('careerFields.0', 'Career Field', { half: true }),
      f.text('specialization', 'Specialization', { half: true }),
      f.text('geminiMentorId', 'Gemini AI Mentor ID'),
      f.textArea('bio', 'Bio'),
    ]),
    ...f.group('Profile', [
      f.commaList('skills', 'Skills'),
      f.commaList('tags', 'Tags'),
      f.commaList('languages', 'Languages'),
      f.url('profileImage', 'Profile Image URL'),
    ]),
    ...f.group('How the mentor works', [
      f.select('experienceLevel', 'Experience Level', { half: true }),
      f.select('teachingStyle', 'Teaching Style', { half: true }),
      f.select('communicationStyle', 'Communication Style', { half: true }),
      f.select('availability', 'Availability', { half: true }),
      f.status('isActive', 'Status', { half: true }),
    ]),
  ],
  search: ['name', 'title', 'specialization', 'skills', 'tags', 'languages', 'geminiMentorId'],
  sorts: ['name', 'specialization', 'createdAt'],
  filters: ['isActive', 'careerFields'],
  needs: {
    inactive: {
      filters: { isActive: 'false' },
      words: ['{count} mentor is inactive', '{count} mentors are inactive'],
    },
  },
  access: { read: ['editor', 'analyst'], write: ['editor'] },
  modalWidth: 600,
  messages: {
    submitCreate: 'Add Mentor',
    submitUpdate: 'Update Mentor',
    loadFailed: 'Failed to fetch page data. Please try again.',
    loadFailedFromServer: false,
    created: 'Mentor added successfully',
    updated: 'Mentor updated successfully',
    deleted: 'Mentor deleted successfully',
    saveFailed: 'Failed to save mentor.',
    deleteFailed: 'Failed to delete mentor.',
    invalid: 'All fields marked with * are required.',
  },
})
