/** Maximum length of an email address (RFC 5321). */
export const LONGEST_EMAIL = 254
