import type { FormName } from './forms.ts'

/** Response pages of forms without script, by the name of their built file: thanks, or the form again. */
export const FORM_PAGES = {
  'message-sent': { form: 'contact', kind: 'thanks' },
  'on-the-waitlist': { form: 'waitlist', kind: 'thanks' },
  'contact-again': { form: 'contact', kind: 'again' },
  'waitlist-again': { form: 'waitlist', kind: 'again' },
} as const satisfies Readonly<Record<string, { form: FormName; kind: 'thanks' | 'again' }>>
export type FormPageName = keyof typeof FORM_PAGES

/** The privacy page: its path and the name of its built file. */
export const PRIVACY_PATH = '/privacy'
export const PRIVACY_PAGE = 'privacy'

/** The steps onto the waitlist and off it, by the names of their built files. */
export const WAITLIST_PAGES = [
  'waitlist-mailed',
  'waitlist-confirm',
  'waitlist-confirmed',
  'waitlist-unsubscribe',
  'waitlist-left',
  'waitlist-link',
] as const
export type WaitlistPageName = (typeof WAITLIST_PAGES)[number]

/** The page of the mailed link. Its token is in the fragment. */
export const CONFIRM_PAGE_PATH = '/waitlist-confirm'
/** Target of a form without script when its address must be confirmed. */
export const MAILED_PATH = '/waitlist-mailed'
/** Target of a confirmation without script. */
export const CONFIRMED_PATH = '/waitlist-confirmed'

const BESIDE = [
  ...(['message-sent', 'on-the-waitlist', PRIVACY_PAGE] as const),
  ...(['waitlist-mailed', 'waitlist-confirm', 'waitlist-confirmed'] as const),
]

/** The pages beside the landing page by path, with and without a slash at the end. */
export const PAGES_BESIDE: Readonly<Record<string, (typeof BESIDE)[number]>> = Object.fromEntries(
  BESIDE.flatMap((name) => [`/${name}`, `/${name}/`].map((path) => [path, name])),
)

/** Replaced in the built pages by the site's public origin, inside `whenPublic` only. */
export const ORIGIN_MARK = '__PUBLIC_ORIGIN__'

const START = '__WHEN_PUBLIC__'
const END = '__END_PUBLIC__'

/** Marks a part of a page that needs the site's public origin. */
export function whenPublic(part: string): string {
  return START + part + END
}

/** Fills in the public origin. Without one, removes the parts that need it. */
export function withOrigin(page: string, origin: string | undefined): string {
  return page.replace(new RegExp(`${START}(.*?)${END}`, 'gs'), (_all, part: string) =>
    origin === undefined ? '' : part.replaceAll(ORIGIN_MARK, origin),
  )
}
