/** A bullet, a dash, a box or a number ('1.', '2)', '(3)', 'Step 4:') in front of a pasted line. */
const MARK =
  /^(?:[-*+•‣▪●○–—·]\s*|\[[ x]?\]\s*|\(?\d{1,3}[.):]\s+|\(\d{1,3}\)\s*|step\s+\d{1,3}\s*[.:)–-]\s*)+/iu

const LINES = /[\r\n\u2028\u2029]+/u
/** What parts the entries of a list: lines, cells of a table, semicolons and bullets. */
const PARTS = /[\r\n\u2028\u2029\t;•‣◦▪●]+/u

/** The lines of a pasted text that say something, without bullets and numbers in front. */
export function linesOfText(text: string, breaks = LINES): string[] {
  return text
    .split(breaks)
    .map((line) => line.trim().replace(MARK, '').trim())
    .filter((line) => line !== '')
}

/** A pasted list as a comma-separated one; undefined for a text on one line, which is pasted as it is. */
export function pastedList(text: string): string | undefined {
  return PARTS.test(text.trim()) ? linesOfText(text, PARTS).join(', ') : undefined
}

/** A pasted text on one line, as a browser puts it into a field of one line. */
export function onOneLine(text: string): string {
  return text
    .split(/\s*[\r\n\u2028\u2029]+\s*/u)
    .join(' ')
    .trim()
}
