const BREAKS = /[\n\r\t;•‣◦▪●]+/
/** What begins a line of a list that was written for readers: '- ', '* ', '3. ', '2) '. */
const MARK = /^(?:[-–—*·]\s+|\d{1,3}[.)]\s+)/

/**
 * A pasted list as a comma-separated one: lines, cells of a table, semicolons and bullets part its entries.
 * Gives undefined for a text that has none of these, which is pasted as it is.
 */
export function pastedList(text: string): string | undefined {
  if (!BREAKS.test(text.trim())) return undefined
  return text
    .split(BREAKS)
    .map((line) => line.trim().replace(MARK, '').trim())
    .filter((line) => line !== '')
    .join(', ')
}
