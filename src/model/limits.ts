/** No address of e-mail is longer (RFC 5321). */
export const LONGEST_EMAIL = 254
