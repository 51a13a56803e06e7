import * as z from 'zod'
import { WIDGET_TYPES } from '#contract/dashboards.ts'
import { sampleFile } from './sample-file.ts'

// What the files in samples/ hold. Records refer to each other by name; nothing is numbered.

const text = z.string().min(1)
const texts = z.array(text)
/** Only where a sample rests; its description says why. */
const rests = z.literal(false).optional()
const duration = <T extends string>(units: readonly T[]) =>
  z.strictObject({ value: z.number().int().positive(), unit: z.enum(units) })

export const careerFields = sampleFile(
  'career-fields',
  z.array(z.strictObject({ name: text, description: text.optional() })),
)

const step = z.strictObject({ title: text, description: text, completionCriteria: text })

export const missions = sampleFile(
  'missions',
  z.array(
    z.strictObject({
      title: text,
      description: text,
      type: text,
      difficulty: z.enum(['beginner', 'intermediate', 'advanced', 'expert']),
      careerFields: texts,
      skills: texts,
      steps: z.array(step),
      estimatedDuration: duration(['minutes', 'hours', 'days', 'weeks']),
      rewards: z.strictObject({ experience: z.number().int(), skillPoints: z.number().int() }),
      isActive: rests,
    }),
  ),
)

const milestone = z.strictObject({ title: text, description: text, missions: texts })
const phase = z.strictObject({ title: text, description: text, milestones: z.array(milestone) })

export const protocols = sampleFile(
  'protocols',
  z.array(
    z.strictObject({
      title: text,
      description: text,
      targetLevel: z.enum(['beginner', 'intermediate', 'advanced']),
      careerFields: texts,
      estimatedDuration: duration(['days', 'weeks', 'months']),
      prerequisites: z.strictObject({ skills: texts }),
      phases: z.array(phase),
      isActive: rests,
    }),
  ),
)

/** Invented AI personas; the first of their career fields is the main one. */
export const mentors = sampleFile(
  'mentors',
  z.array(
    z.strictObject({
      name: text,
      title: text,
      careerFields: texts,
      specialization: text,
      bio: text,
      skills: texts,
      tags: texts,
      languages: texts,
      experienceLevel: z.enum(['beginner', 'intermediate', 'advanced', 'expert']),
      teachingStyle: z.enum(['practical', 'theoretical', 'socratic', 'coaching', 'mentoring']),
      communicationStyle: z.enum(['direct', 'supportive', 'analytical', 'expressive']),
      availability: z.enum(['always', 'weekdays', 'weekends']),
      geminiMentorId: text,
      manusAIMentorId: text.optional(),
      /** How well learners speak of the mentor: their reviews follow from it. */
      rating: z.number().min(1).max(5),
      isActive: rests,
    }),
  ),
)

const widget = z.strictObject({
  type: z.enum(WIDGET_TYPES),
  title: text,
  x: z.number().int(),
  y: z.number().int(),
  width: z.number().int().positive(),
})

export const dashboards = sampleFile(
  'dashboards',
  z.array(
    z.strictObject({
      title: text,
      description: text,
      isDefault: z.boolean(),
      daysAgo: z.number().int().positive(),
      widgets: z.array(widget),
    }),
  ),
)

/** A name as it is written, and its Latin letters for an email address. */
const name = z.tuple([text, z.string().regex(/^[a-z]+(-[a-z]+)*$/, 'must be Latin letters')])

/** Given and family names, a pool for each language area; family first where that is the custom is not attempted. */
export const names = sampleFile(
  'names',
  z.array(
    z.strictObject({
      /** How often it is drawn, against the others. */
      weight: z.number().int().positive(),
      given: z.array(name).min(1),
      family: z.array(name).min(1),
    }),
  ),
)
