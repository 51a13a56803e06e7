/** Maximum length of an email address (RFC 5321). */
export const LONGEST_EMAIL = 254

/**
 * Invisible characters: spaces, controls, joiners, direction marks, fillers, annotation marks, Braille's empty
 * cell. NUL is not among them: a text with one is refused.
 */
const UNSEEN = String.raw`[\u0001-\u001f\u007f-\u009f\p{White_Space}\p{Default_Ignorable_Code_Point}\u2800\ufff9-\ufffb]`
const IS_UNSEEN = new RegExp(`^${UNSEEN}$`, 'u')
const UNSEEN_ENDS = new RegExp(`^${UNSEEN}|${UNSEEN}$`, 'u')
/** Emoji with the characters that shape them: selectors, joiners and flag tags. */
const EMOJI = String.raw`[\p{Extended_Pictographic}\p{Emoji_Modifier}](?:\p{Variation_Selector}|\u200d|[\u{e0020}-\u{e007f}])*`
const VARIANT = String.raw`[^\p{ASCII}\p{Script=Latin}]\p{Variation_Selector}`
/** A joiner after a letter of a joining script, such as Arabic or Malayalam. */
const JOINING_LETTER = String.raw`[\p{M}\p{Script=Arabic}]\u200d`
const SHAPED = new RegExp(`^(?:${EMOJI}|${VARIANT}|${JOINING_LETTER}|.)`, 'su')
/** Marks on one letter are sorted in quadratic time. Unicode's stream-safe format has at most 30. */
const TOO_MANY_MARKS = /\p{M}{31}/u

/** Returns a text as it is stored: in Unicode's form NFC, without invisible characters at its ends. */
export function cleanText(value: string): string {
  return trimUnseen(TOO_MANY_MARKS.test(value) ? value : value.normalize('NFC'))
}

/** Removes invisible characters at both ends. For addresses, whose letters must not change. */
export function trimUnseen(value: string): string {
  if (!UNSEEN_ENDS.test(value)) return value
  const signs = [...value]
  const isSeen = (sign: string) => !IS_UNSEEN.test(sign)
  const first = signs.findIndex(isSeen)
  if (first === -1) return ''
  const last = signs.findLastIndex(isSeen)
  const [end = ''] = SHAPED.exec(signs.slice(last).join('')) ?? []
  return `${signs.slice(first, last).join('')}${end}`
}

/** Separators of a typed list: the commas of Latin, Chinese, Japanese and Arabic script. */
const COMMA = /[,，、､،]/u

/** Splits a text at commas, trims the entries and drops empty ones: 'a, b，،c ' gives a, b, c. Keeps duplicates. */
export function splitAtCommas(text: string): string[] {
  return text.split(COMMA).map(trimUnseen).filter(Boolean)
}
