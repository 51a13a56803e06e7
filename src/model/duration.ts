/** Formats minutes: '45 min', '2 h', '1 h 30 min'. */
export function durationText(minutes: number): string {
  const [hours, rest] = [Math.trunc(minutes / 60), minutes % 60]
  if (hours === 0) return `${rest} min`
  return rest === 0 ? `${hours} h` : `${hours} h ${rest} min`
}

/**
 * Parses a typed duration to whole minutes: '90', '1:30', '1 h 30 min', '1h30', '1.5 h', '2 hours'. A number
 * without a unit is minutes. Returns undefined for other texts.
 */
export function minutesOf(text: string): number | undefined {
  const typed = text.trim().toLowerCase().replaceAll(',', '.')
  const clock = /^(\d{1,6}):([0-5]\d)$/.exec(typed)
  if (clock) return Number(clock[1]) * 60 + Number(clock[2])
  const parts = WRITTEN.exec(typed)
  if (!parts || typed === '') return undefined
  const minutes = Number(parts[1] ?? 0) * 60 + Number(parts[2] ?? 0)
  // '1.1 h' is 66 minutes, whatever binary fractions make of it.
  const whole = Math.round(minutes)
  return Math.abs(minutes - whole) < 1e-6 ? whole : undefined
}

const WRITTEN =
  /^(?:(\d{1,6}(?:\.\d\d?)?) ?h(?:ours?|rs?)?\.? ?)?(?:(\d{1,9}) ?(?:m|min|mins|minutes?)?\.?)?$/
