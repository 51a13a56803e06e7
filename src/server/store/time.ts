/** '2026-11-19 23:22:12.24+00', as PostgreSQL writes it, in ISO; other zones than UTC by the slow way. */
export function isoTime(text: string): string {
  const [, day, time, fraction = ''] = UTC.exec(text) ?? []
  if (!(day && time)) return new Date(text).toISOString()
  return `${day}T${time}.${fraction.padEnd(3, '0')}Z`
}
const UTC = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)(?:\.(\d{1,3}))?\+00$/
