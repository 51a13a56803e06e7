import type { Answer, TestApp } from './app.ts'
import type { Values } from './values.ts'

export const MISSIONS = '/missions/templates'
export const PROTOCOLS = '/protocols/templates'
export const MENTORS = '/mentors'

/** Short words for tests about missions, protocols, mentors and their career fields. */
export interface Catalogue {
  call(method: string, path: string, body?: object): Promise<Answer>
  /** Both throw what was answered instead. */
  add(path: string, body: object): Promise<Values>
  put(path: string, record: Values, body: object): Promise<Values>
  addField(name: string): Promise<string>
  addMission(title: string, more?: object): Promise<string>
}

export function catalogueOf(server: TestApp): Catalogue {
  const call: Catalogue['call'] = (method, path, body) =>
    server.call(method, path, body ? { body } : {})
  const done = async (status: number, answer: Promise<Answer>): Promise<Values> => {
    const { status: got, body, text } = await answer
    if (got !== status) throw new Error(`answered ${got} instead of ${status}: ${text}`)
    return body
  }
  const add: Catalogue['add'] = (path, body) => done(201, call('POST', path, body))
  return {
    call,
    add,
    put: (path, { _id }, body) => done(200, call('PUT', `${path}/${_id}`, body)),
    addField: async (name) => String((await add('/career-fields', { name }))._id),
    addMission: async (title, more) => String((await add(MISSIONS, missionOf(title, more)))._id),
  }
}

export const missionOf = (title: string, more = {}) => ({ title, type: 'research', ...more })

export const mentorOf = (more: object) => ({
  name: 'Noor',
  specialization: 'First jobs',
  bio: 'I wait for long answers.',
  geminiMentorId: 'gemini-noor',
  ...more,
})
