// The script of the landing page imports this file: keep zod out.

/** The forms of the landing page. Their fields are declared by the resources `messages` and `waitlist`. */
export type FormName = 'contact' | 'waitlist'

/**
 * Paths of the forms, relative to the API's base. They take JSON, or urlencoded bodies from a page without script.
 */
export const FORM_PATHS: Readonly<Record<FormName, string>> = {
  contact: '/contact',
  waitlist: '/waitlist',
}

/** Target of a form without script after it is stored (303). */
export const THANKS_PATHS: Readonly<Record<FormName, string>> = {
  contact: '/message-sent',
  waitlist: '/on-the-waitlist',
}

/** Path that the page of a mailed link posts to, relative to the API's base. */
export const CONFIRM_ENTRY_PATH = '/waitlist/confirm'
/**
 * Path of the unsubscribe link, completed by the token: GET shows a page with one button, POST unsubscribes (RFC
 * 8058).
 */
export const UNSUBSCRIBE_PATH = '/waitlist/unsubscribe'

/**
 * A hidden field that only programs fill in. Such a post gets the normal response but is not stored. Browsers and
 * password managers must not recognize its name.
 */
export const TRAP = 'leave_empty'

/** The field with the signed time at which the form was served. */
export const STAMP = 'stamp'

/** Error header with a new stamp, so that a page open for days still works. */
export const STAMP_HEADER = 'x-form-stamp'

/** The server replaces it with the stamp in built pages. */
export const STAMP_MARK = '__FORM_STAMP__'

/** The shortest time to fill in a form, in milliseconds since it was served. */
export const LEAST_FILL_MS = 2_000
/** The longest time, in milliseconds. */
export const MOST_FILL_MS = 24 * 3_600_000

/** The response to a stored post, and to an address already on the waitlist. */
export interface FormAnswer {
  message: string
  /** Replaces the default heading. */
  title?: string
}

export const FORM_ANSWERS: Readonly<Record<FormName, string>> = {
  contact: 'We have received your message and will answer by email.',
  waitlist: 'You are on the waitlist. We will email you when the app is released.',
}

/** The waitlist's response when it confirms addresses by email, the same for known ones. */
export const MAILED_ANSWER =
  'One more step: open the link in the email that we send you. If you are already on the waitlist, you get no email.'
export const MAILED_TITLE = 'Check your email'

/** The marks of a form page that the server replaces for visitors without script. */
export const slot = {
  value: (field: string) => `__VALUE_${field}__`,
  /** The error of a field, or nothing. */
  error: (field: string) => `__ERROR_${field}__`,
  /** true or false, for aria-invalid. */
  invalid: (field: string) => `__INVALID_${field}__`,
  /** The attribute `selected` of a choice, or nothing. In lower case, as attribute names are. */
  chosen: (field: string, value: string) => `__chosen_${field}-${value}__`,
  /** The error of the whole form, or nothing. */
  failure: '__FAILURE__',
} as const
