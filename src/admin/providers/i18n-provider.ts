import type { I18nProvider } from '@refinedev/core'
import { LOCALE } from '#admin/format/language.ts'
import { translate } from '#admin/format/translate.ts'

/**
 * Translates Refine's own texts by `translate`, with the English default as the key. Returns undefined without a
 * default, because Refine would show the key.
 */
export const i18nProvider: I18nProvider = {
  translate: (_key: string, options?: unknown, defaultMessage?: string) => {
    const english = typeof options === 'string' ? options : defaultMessage
    const vars = typeof options === 'object' && options !== null ? options : {}
    // Refine declares a string, and reads undefined as "use your own".
    return (english === undefined ? undefined : translate(english, { ...vars })) as string
  },
  changeLocale: () => Promise.resolve(),
  getLocale: () => LOCALE,
}
