import { type FormName, THANKS_PATHS } from './forms.ts'

/** The pages beside the landing page, by the name of their built file: what a form without script is answered. */
export type FormPageName = 'message-sent' | 'on-the-waitlist' | 'contact-again' | 'waitlist-again'

/** What each of them is: thanks for a form, or the form once more. */
export const FORM_PAGES: Readonly<
  Record<FormPageName, { form: FormName; kind: 'thanks' | 'again' }>
> = {
  'message-sent': { form: 'contact', kind: 'thanks' },
  'on-the-waitlist': { form: 'waitlist', kind: 'thanks' },
  'contact-again': { form: 'contact', kind: 'again' },
  'waitlist-again': { form: 'waitlist', kind: 'again' },
}

/** The page with the thanks at each of THANKS_PATHS, also where somebody ends it with a slash. */
const THANKS_PAGES: Readonly<Record<string, FormPageName>> = {
  [THANKS_PATHS.contact]: 'message-sent',
  [`${THANKS_PATHS.contact}/`]: 'message-sent',
  [THANKS_PATHS.waitlist]: 'on-the-waitlist',
  [`${THANKS_PATHS.waitlist}/`]: 'on-the-waitlist',
}

/** What becomes of what visitors send: its address, and the name of its built file. */
export const PRIVACY_PATH = '/privacy'
export const PRIVACY_PAGE = 'privacy'

/** The pages of an address on its way onto the waitlist and off it, by the names of their built files. */
export type WaitlistPageName =
  | 'waitlist-mailed'
  | 'waitlist-confirm'
  | 'waitlist-confirmed'
  | 'waitlist-unsubscribe'
  | 'waitlist-left'
  | 'waitlist-link'

/** Where the mailed link leads: the token stands behind it, after a #. */
export const CONFIRM_PAGE_PATH = '/waitlist-confirm'
/** Where a form sent without script leads while its address is to be confirmed. */
export const MAILED_PATH = '/waitlist-mailed'
/** Where confirming without script leads. */
export const CONFIRMED_PATH = '/waitlist-confirmed'

export const WAITLIST_PAGES: readonly WaitlistPageName[] = [
  'waitlist-mailed',
  'waitlist-confirm',
  'waitlist-confirmed',
  'waitlist-unsubscribe',
  'waitlist-left',
  'waitlist-link',
]

/** The pages beside the landing page that have an address, also where somebody ends it with a slash. */
export const PAGES_BESIDE: Readonly<
  Record<string, FormPageName | WaitlistPageName | typeof PRIVACY_PAGE>
> = {
  ...THANKS_PAGES,
  ...withSlash(PRIVACY_PATH, PRIVACY_PAGE),
  ...withSlash(MAILED_PATH, 'waitlist-mailed'),
  ...withSlash(CONFIRM_PAGE_PATH, 'waitlist-confirm'),
  ...withSlash(CONFIRMED_PATH, 'waitlist-confirmed'),
}

function withSlash<Name extends string>(path: string, name: Name): Record<string, Name> {
  return { [path]: name, [`${path}/`]: name }
}

/** Stands in the built pages for the site's public origin, inside of `whenPublic` only. */
export const ORIGIN_MARK = '__PUBLIC_ORIGIN__'

const START = '__WHEN_PUBLIC__'
const END = '__END_PUBLIC__'

/** Marks a part of a page as one that is left out where the site's public origin is not known. */
export function whenPublic(part: string): string {
  return START + part + END
}

/** Fills in the public origin, or leaves out what needs one. */
export function withOrigin(page: string, origin: string | undefined): string {
  return page.replace(new RegExp(`${START}(.*?)${END}`, 'gs'), (_all, part: string) =>
    origin === undefined ? '' : part.replaceAll(ORIGIN_MARK, origin),
  )
}
