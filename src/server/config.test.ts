import { describe, expect, test } from 'vitest'
import { readConfig } from './config.ts'

describe('without any variable', () => {
  test('the server is private, with its own database and sample data', async () => {
    const config = await readConfig({ PORT: '', DATABASE_URL: ' ' })
    expect([config.databaseUrl, config.reportingTimeZone]).toEqual([undefined, undefined])
    expect(config).toMatchObject({
      port: 3000,
      host: '127.0.0.1',
      demo: true,
      trustProxy: false,
      corsOrigins: [],
      sessionIdleMinutes: 30,
      sessionHours: 12,
      formWindowMinutes: 60,
      formPostsPerAddress: 20,
      formPostsInTotal: 600,
    })
  })
})

test('on a database of its own, sample data must be asked for', async () => {
  const DATABASE_URL = 'postgresql://u:p@db.example.org/waymark'
  expect((await readConfig({ DATABASE_URL })).demo).toBe(false)
  expect((await readConfig({ DATABASE_URL, DEMO: 'on' })).demo).toBe(true)
})

test.each([
  ['PORT', '65536'],
  ['PORT', '-1'],
  ['PORT', '80.5'],
  ['DATABASE_URL', 'mysql://localhost/x'],
  ['ADMIN_EMAIL', 'nobody'],
  ['ADMIN_PASSWORD', 'short'],
  ['ADMIN_PASSWORD', 'password123'],
  ['DEMO', 'maybe'],
  ['DEMO', 'ON'],
  ['REPORTING_TIME_ZONE', 'Vienna'],
  ['REPORTING_TIME_ZONE', '+02:00'],
  ['REPORTING_TIME_ZONE', 'CET'],
  ['REPORTING_TIME_ZONE', 'IST'],
  ['SESSION_HOURS', '0'],
  ['SIGN_IN_FAILURES_PER_ADDRESS', 'many'],
  ['FORM_WINDOW_MINUTES', '0'],
  ['FORM_POSTS_PER_ADDRESS', '-1'],
  ['FORM_POSTS_IN_TOTAL', 'all'],
  ['TRASH_DAYS', '0'],
  ['HISTORY_DAYS', '0'],
  ['HISTORY_DAYS', 'never'],
  ['HISTORY_DAYS', '29'],
  ['TRUST_PROXY', 'true'],
  ['TRUST_PROXY', '1'],
  ['TRUST_PROXY', '10.0.0.0/8/9'],
  ['TRUST_PROXY', '10.0.0.0/99'],
  ['TRUST_PROXY', '10.0.0.0/'],
  ['TRUST_PROXY', '127.0.0.1, 0.0.0.0/0'],
  ['TRUST_PROXY', '::/0'],
  ['TRUST_PROXY', 'fd00::/129'],
  ['IMAGE_HOSTS', "example.org; script-src 'unsafe-inline'"],
  ['IMAGE_HOSTS', 'https://example.org'],
  ['CORS_ORIGINS', '*'],
  ['CORS_ORIGINS', 'https://example.org/'],
  ['PUBLIC_URL', 'example.org'],
  ['CONFIRM_MINUTES', '0'],
  ['SMTP_URL', 'smtps://mail.example.org'],
  ['MAIL_FROM', 'nobody'],
  ['LOG_LEVEL', 'loud'],
])('%s=%s is refused by name, with what to do', async (name, value) => {
  await expect(readConfig({ [name]: value })).rejects.toThrow(
    new RegExp(`^Invalid configuration:\\n  ${name} .+\\nCorrect these environment variables`),
  )
})

test('all faults are named at once', async () => {
  const wrong = readConfig({ PORT: 'x', DEMO: 'y', CORS_ORIGINS: 'z' })
  await expect(wrong).rejects.toThrow(/PORT.*DEMO.*CORS_ORIGINS/s)
})

test('lists are read with commas or spaces', async () => {
  const config = await readConfig({
    CORS_ORIGINS: 'https://a.example.org, http://localhost:5173',
    IMAGE_HOSTS: '*.example.org cdn.example.com:8443',
    TRUST_PROXY: '127.0.0.1, 10.0.0.0/8,fd00::/8,192.0.2.1/32,::1/128',
  })
  expect(config.corsOrigins).toEqual(['https://a.example.org', 'http://localhost:5173'])
  expect(config.imageHosts).toEqual(['*.example.org', 'cdn.example.com:8443'])
  expect(config.trustProxy).toEqual([
    '127.0.0.1',
    '10.0.0.0/8',
    'fd00::/8',
    '192.0.2.1/32',
    '::1/128',
  ])
})

test('OPS backups are made where a folder is named, daily and seven of them unless said otherwise', async () => {
  expect((await readConfig({})).backup).toBeUndefined()
  const { backup } = await readConfig({ BACKUP_DIR: '/srv/backups' })
  expect(backup).toEqual({ dir: '/srv/backups', everyMs: 86_400_000, keep: 7 })
  const often = { BACKUP_DIR: '/srv/backups', BACKUP_EVERY: '30m', BACKUP_KEEP: '3' }
  expect((await readConfig(often)).backup).toMatchObject({ everyMs: 1_800_000, keep: 3 })
  await expect(readConfig({ BACKUP_EVERY: '24h' })).rejects.toThrow('BACKUP_DIR')
  for (const every of ['5m', '40d', 'daily', '0h'])
    await expect(readConfig({ ...often, BACKUP_EVERY: every })).rejects.toThrow('BACKUP_EVERY')
})
