import { sql } from 'drizzle-orm'
import { bigint, customType, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import type { TellingEvent } from '#contract/insight/events.ts'
import { type Data, moment } from './shape.ts'

const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' })

/** The tables of migrations/, as Drizzle knows them. */
export const tallies = pgTable('tallies', {
  resource: text('resource').primaryKey(),
  live: bigint('live', { mode: 'number' }).notNull(),
})

export const history = pgTable('history', {
  id: uuid('id').primaryKey(),
  resource: text('resource').notNull(),
  recordId: uuid('record_id').notNull(),
  version: integer('version').notNull(),
  action: text('action').$type<'create' | 'update' | 'delete'>().notNull(),
  at: moment('at').notNull().default(sql`now()`),
  actorId: uuid('actor_id'),
  requestId: text('request_id'),
  data: jsonb('data').$type<Data>().notNull(),
})

export const credentials = pgTable('credentials', {
  userId: uuid('user_id').primaryKey(),
  hash: text('hash').notNull(),
  changedAt: moment('changed_at').notNull().default(sql`now()`),
})

export const sessions = pgTable('sessions', {
  tokenHash: bytes('token_hash').primaryKey(),
  userId: uuid('user_id').notNull(),
  createdAt: moment('created_at').notNull().default(sql`now()`),
  lastUsedAt: moment('last_used_at').notNull().default(sql`now()`),
})

export const devices = pgTable('devices', {
  markerHash: bytes('marker_hash').primaryKey(),
  userId: uuid('user_id').notNull(),
  usedAt: moment('used_at').notNull().default(sql`now()`),
})

export const serviceTokens = pgTable('service_tokens', {
  id: uuid('id').primaryKey(),
  name: text('name').notNull(),
  tokenHash: bytes('token_hash').notNull(),
  createdAt: moment('created_at').notNull().default(sql`now()`),
  lastUsedAt: moment('last_used_at'),
})

/** As far as Recent Activity reads it: of events that name a mission, a protocol or a mentor. */
export const events = pgTable('events', {
  id: uuid('id').primaryKey(),
  type: text('type').$type<TellingEvent>().notNull(),
  userId: uuid('user_id').notNull(),
  at: moment('at').notNull(),
  subjectId: uuid('subject_id').notNull(),
})
