/**
 * The landing page's two forms: what they post and what they are answered. No zod here: the page's
 * script reads this too, and what each field must be stands in the declarations of `messages` and `waitlist`.
 */
export type FormName = 'contact' | 'waitlist'

/** Where each form posts, below the API's base; JSON, or urlencoded from a page without script. */
export const FORM_PATHS: Readonly<Record<FormName, string>> = {
  contact: '/contact',
  waitlist: '/waitlist',
}

/** Where a form posted without script leads once it is stored (303). */
export const THANKS_PATHS: Readonly<Record<FormName, string>> = {
  contact: '/message-sent',
  waitlist: '/on-the-waitlist',
}

/**
 * A field that nobody sees: whoever fills it is a program. Its post is answered as if it were stored.
 * Its name must say nothing to browsers and password managers, which fill in what they know for people.
 */
export const TRAP = 'leave_empty'

/** The field with the signed time at which the form was served. */
export const STAMP = 'stamp'

/** The header of a refusal with a fresh stamp, so that a page that stood open for days can go on. */
export const STAMP_HEADER = 'x-form-stamp'

/** Stands in the built pages where the server puts the stamp. */
export const STAMP_MARK = '__FORM_STAMP__'

/** Nobody fills a form in less time than this, in milliseconds; counted from when it was served. */
export const LEAST_FILL_MS = 2_000
/** A form may stand open for this long, in milliseconds. */
export const MOST_FILL_MS = 24 * 3_600_000

/** The answer to a stored post, and to an address that the waitlist has already: the same words. */
export interface FormAnswer {
  message: string
  /** What stands over it, where that is not what always does. */
  title?: string
}

/** What the forms say once they are stored. */
export const FORM_ANSWERS: Readonly<Record<FormName, string>> = {
  contact: 'Your message has arrived. We answer by email.',
  waitlist: 'You are on the waitlist. We write to you when the app is released.',
}

/** What the waitlist says where it asks an address by mail first: the same to one that it has already. */
export const MAILED_ANSWER =
  'One more step: open the link that we mail to you. An address that is on the waitlist already gets no mail.'

/** What stands over that. */
export const MAILED_TITLE = 'Look into your mail'

/** The places of a form page that the server fills in for a visitor without script. */
export const slot = {
  value: (field: string) => `__VALUE_${field}__`,
  /** Text of a field's error, or nothing. */
  error: (field: string) => `__ERROR_${field}__`,
  /** true or false, for aria-invalid. */
  invalid: (field: string) => `__INVALID_${field}__`,
  /** The attribute `selected` of a choice, or nothing. In small letters, as names of attributes are. */
  chosen: (field: string, value: string) => `__chosen_${field}-${value}__`,
  /** What is wrong with the whole form, or nothing. */
  failure: '__FAILURE__',
} as const
