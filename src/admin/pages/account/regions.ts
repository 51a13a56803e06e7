import { LOCALE } from '#admin/format/language.ts'

/** In which dates can be written. Each is called by its own name, as people look for it. */
const LANGUAGES = [
  ...['en-US', 'en-GB', 'de', 'fr', 'es', 'it', 'nl', 'pt-BR', 'pt-PT', 'pl', 'cs', 'sv', 'da'],
  ...['fi', 'nb', 'hu', 'ro', 'tr', 'el', 'uk', 'ar', 'he', 'hi', 'ja', 'ko', 'zh-CN'],
]

/** The languages with a date as each writes it: 'Deutsch, 23.11.2026'. */
export function languageChoices(now: number, chosen: string | undefined) {
  const tags = chosen && !LANGUAGES.includes(chosen) ? [...LANGUAGES, chosen] : LANGUAGES
  return tags.map((value) => ({ value, label: `${nameIn(value)}, ${dateIn(value, now)}` }))
}

/** How the console itself writes a date. */
export const ownDate = (now: number): string => dateIn(LOCALE, now)

function nameIn(language: string): string {
  return new Intl.DisplayNames([language], { type: 'language' }).of(language) ?? language
}

function dateIn(language: string, now: number): string {
  return new Intl.DateTimeFormat(language, { dateStyle: 'medium' }).format(now)
}

/** All time zones that the browser knows, by name, and the chosen one. */
export function zoneChoices(chosen: string | undefined) {
  const zones = new Set(['UTC', ...Intl.supportedValuesOf('timeZone'), ...(chosen ? [chosen] : [])])
  return [...zones].map((value) => ({ value, label: value.replaceAll('_', ' ') }))
}
