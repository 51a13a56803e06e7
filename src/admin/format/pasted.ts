/** A bullet, a dash, a box or a number ('1.', '2)', '(3)', 'Step 4:') in front of a pasted line. */
const MARK =
  /^(?:[-*+•‣▪●○–—·]\s*|\[[ x]?\]\s*|\(?\d{1,3}[.):]\s+|\(\d{1,3}\)\s*|step\s+\d{1,3}\s*[.:)–-]\s*)+/iu

const LINES = /[\r\n\u2028\u2029]+/u

/** The lines of a pasted text that say something, without bullets and numbers in front. */
export function linesOfText(text: string): string[] {
  return text
    .split(LINES)
    .map((line) => line.trim().replace(MARK, '').trim())
    .filter((line) => line !== '')
}

/** A pasted text on one line, as a browser puts it into a field of one line. */
export function onOneLine(text: string): string {
  return text
    .split(/\s*[\r\n\u2028\u2029]+\s*/u)
    .join(' ')
    .trim()
}
