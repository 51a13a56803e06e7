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
export const THANKS_PAGES: Readonly<Record<string, FormPageName>> = {
  [THANKS_PATHS.contact]: 'message-sent',
  [`${THANKS_PATHS.contact}/`]: 'message-sent',
  [THANKS_PATHS.waitlist]: 'on-the-waitlist',
  [`${THANKS_PATHS.waitlist}/`]: 'on-the-waitlist',
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
