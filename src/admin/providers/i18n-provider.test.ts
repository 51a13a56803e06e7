import { expect, test } from 'vitest'
import { translate } from '#admin/format/translate.ts'
import { i18nProvider } from './i18n-provider.ts'

test('a text is its own key, with variables filled in', () => {
  expect(translate('Page {page} of {pages}', { page: 1, pages: 4 })).toBe('Page 1 of 4')
  expect(translate('Notifications ({hotkey})')).toBe('Notifications ({hotkey})')
  expect(translate('{toString}', {})).toBe('{toString}')
})

test('Refine’s defaults are translated; a key without one returns undefined', () => {
  expect(i18nProvider.translate('buttons.cancel', undefined, 'Cancel')).toBe('Cancel')
  expect(i18nProvider.translate('x', { count: 2 }, '{count} rows')).toBe('2 rows')
  expect(i18nProvider.translate('buttons.cancel')).toBeUndefined()
})
