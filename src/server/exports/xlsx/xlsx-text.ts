/** What a cell holds at most. */
export const LONGEST_TEXT = 32_767

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what XML forbids
const FORBIDDEN = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]|\p{Surrogate}/gu
/** What a workbook would read as one character of that number. */
const ESCAPE_LIKE = /_(?=x[0-9a-f]{4}_)/gi
const SPECIAL = /[&<>\r]/g
const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  // As it stands, readers of XML would make a line feed of it.
  '\r': '&#13;',
}
const PLAIN = /^[\w .,:@/+-]*$/

/** What a workbook's cell keeps of a text. */
export function keptInCell(text: string): string {
  const cut = text.length > LONGEST_TEXT ? cutAt(text, LONGEST_TEXT) : text
  return cut.replace(FORBIDDEN, '')
}

/**
 * A text as the content of an XML element: without the characters that XML forbids, and no longer than
 * a cell may be (ANA-03).
 */
export function xmlText(text: string): string {
  const cut = text.length > LONGEST_TEXT ? cutAt(text, LONGEST_TEXT) : text
  if (PLAIN.test(cut) && !cut.includes('_x')) return cut
  return cut
    .replace(FORBIDDEN, '')
    .replace(ESCAPE_LIKE, '_x005F_')
    .replace(SPECIAL, (character) => ENTITIES[character] ?? '')
}

/** A text as the value of an XML attribute. */
export function xmlAttribute(text: string): string {
  return xmlText(text).replaceAll('"', '&quot;')
}

/** Cuts between characters, never within a pair of surrogates. */
function cutAt(text: string, length: number): string {
  const code = text.charCodeAt(length - 1)
  return text.slice(0, code >= 0xd800 && code <= 0xdbff ? length - 1 : length)
}
