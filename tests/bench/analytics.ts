import { ANALYTICS_PATH, TABS } from '#contract/analytics.ts'
import { WIDGET_DATA_PATH, WIDGET_TYPES } from '#contract/dashboards.ts'
import { addDays, dayIn } from '#contract/days.ts'
import { OVERVIEW_PATH } from '#contract/overview.ts'
import { rowsOf } from '../support/raw-rows.ts'
import { expectOk } from './lib/client.ts'
import { atMost, judge, type Limit, tableHead, tableRow } from './lib/report.ts'
import { startServer } from './lib/server.ts'
import { percentile } from './lib/stats.ts'

/** Answers of analytics, widgets and the home at many events: npm run bench -- analytics [users] [events] */
const [users = '1000000', events = '10000000'] = process.argv.slice(2)
const WARM_UP = 10
const READINGS = 200

const today = dayIn('UTC', new Date())
const questions: Record<string, string> = {}
for (const tab of TABS)
  for (const days of [30, 365]) {
    const range = new URLSearchParams({ startDate: addDays(today, 1 - days), endDate: today })
    questions[`${tab}, ${days} days`] = `${ANALYTICS_PATH}/${tab}?${range}`
  }
for (const type of WIDGET_TYPES)
  questions[`widget ${type}`] = `${WIDGET_DATA_PATH}?widgetType=${type}&timeRange=last30days`
questions.overview = OVERVIEW_PATH

const server = await startServer()
try {
  const loading = await server.command('demo', '--users', users, '--events', events)
  const rebuild = await server.command('admin', 'rebuild')
  console.log(
    `loaded in ${loading.seconds.toFixed(1)} s, rebuilt in ${rebuild.seconds.toFixed(1)} s`,
  )
  await rowsOf(server.connection, 'vacuum (analyze)')
  const [held] = await rowsOf<{ users: number; events: number; size: string }>(
    server.connection,
    `select (select count(*) from rec_users) as users, (select count(*) from events) as events,
       pg_size_pretty(pg_database_size(current_database())) as size`,
  )
  console.log(`${held?.users} users, ${held?.events} events, ${held?.size}\n`)
  tableHead('GET', 'p50 ms', 'p99 ms')
  const limits: Limit[] = []
  for (const [name, path] of Object.entries(questions)) {
    const times: number[] = []
    for (let reading = 0; reading < WARM_UP + READINGS; reading += 1) {
      const began = performance.now()
      await expectOk(server, 'GET', path)
      if (reading >= WARM_UP) times.push(performance.now() - began)
    }
    const [p50, p99] = [percentile(times, 0.5), percentile(times, 0.99)]
    tableRow(name, p50, p99)
    limits.push(atMost(`${name}, median`, p50, 100, 'ms'), atMost(`${name}, p99`, p99, 250, 'ms'))
  }
  judge(limits)
} finally {
  await server.close()
}
