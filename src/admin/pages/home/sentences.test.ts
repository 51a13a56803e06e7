import { expect, test } from 'vitest'
import { TELLING_EVENTS } from '#contract/events.ts'
import { registry } from '#resources/index.ts'
import { sentenceOf } from './sentences.ts'

const say = (eventType: string, resource?: string) => {
  const record =
    resource === undefined ? undefined : { resource, id: '7', name: 'NAME', isLive: true }
  const sentence = sentenceOf(registry, { eventType, record })
  return sentence && `${sentence.before}${record ? record.name : ''}${sentence.after}`
}

test.each([
  ['mission_completed', 'missions/templates', 'Completed the mission NAME'],
  ['mission_completed', undefined, 'Completed a mission'],
  // Another backend may name the record without its kind.
  ['mission_assigned', '', 'Was assigned the mission NAME'],
  ['mentor_reviewed', 'mentors', 'Reviewed the mentor NAME'],
  ['career_field_updated', 'career-fields', 'Updated the career field NAME'],
  ['mission_created', 'missions', 'Created the mission NAME'],
  ['user_deleted', 'users', 'Deleted the user NAME'],
])('%s of %j: %s', (eventType, resource, words) => {
  expect(say(eventType, resource)).toBe(words)
})

test.each([
  ['user_deleted', undefined],
  ['career_field_updated', 'users'],
  ['old_tags_created', 'old-tags'],
  ['mission_started', 'missions'],
  ['user_constructor', 'users'],
  ['constructor', undefined],
  ['', 'users'],
])('nothing is invented for %s of %j', (eventType, resource) => {
  expect(say(eventType, resource)).toBeUndefined()
})

test('each event type has a sentence', () => {
  for (const type of TELLING_EVENTS) {
    expect(say(type, 'missions/templates')).toMatch(/^[A-Z][a-z ]+ NAME$/)
    expect(say(type)).toMatch(/^[A-Z][a-z ]+ a [a-z]+$/)
  }
})
