import { expect, test } from 'vitest'
import { explainFailure, withoutSecrets } from './failure.ts'

const failure = (code: string, message = code) => Object.assign(new Error(message), { code })

test('a taken port says which, and how to choose another', () => {
  const words = explainFailure(failure('EADDRINUSE'), { port: 3000, host: '127.0.0.1' })
  expect(words).toBe(
    'Port 3000 on 127.0.0.1 is already in use. Stop the other program, or choose another port: PORT=3001 npm start',
  )
})

test.each(['ECONNREFUSED', 'ENOTFOUND', '28P01', '3D000', '57P03'])(
  'a database that answers %s is named without its password',
  (code) => {
    const words = explainFailure(failure(code), {
      port: 3000,
      host: '127.0.0.1',
      databaseUrl: 'postgres://me:secret@db:5432/waymark?sslmode=require',
    })
    expect(words).toContain('postgres://db:5432/waymark')
    expect(words).toContain('DATABASE_URL')
    expect(words).not.toMatch(/secret|\n/)
  },
)

test('a full disk of the database says what to do', () => {
  expect(explainFailure(failure('53100', 'could not extend file'))).toBe(
    'The disk of the database is full (could not extend file). Free some space, then start again.',
  )
})

test('whatever else happens is said without a stack', () => {
  expect(explainFailure(new Error('out of luck'))).toBe('Waymark stopped: out of luck')
})

test('a URL that is none gives nothing away', () => {
  expect(withoutSecrets('postgres://me:secret@@')).not.toContain('secret')
})
