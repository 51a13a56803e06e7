import { createHash } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'

/** A built page, cut at its marks, so that a request costs one pass and no search. */
export interface Template {
  /** What is to be filled in, in the page's order. */
  marks: readonly string[]
  /** The page with a value for each mark. Values are never searched for marks. */
  fill(values: readonly string[]): string
  /** What a policy has to let in for the page's inline style and script, which no request changes. */
  inline: string
}

/**
 * __CSP_NONCE__, __FORM_STAMP__ and those of `slot`: all that is filled in per request. A mark in the place of
 * an attribute is built as one without value, and goes whole.
 */
const MARK =
  /(__(?:CSP_NONCE|FORM_STAMP|FAILURE|(?:VALUE|ERROR|INVALID)_\w+?|chosen_[\w-]+?)__)(?:="")?/
/** Inline code; data in a script element does not run. */
const INLINE = /<(style|script)(?: type="module")?>(.*?)<\/\1>/gs

/** Cuts a page at its marks. */
export function createTemplate(html: string): Template {
  // Splitting by a group keeps what the group matched: texts stand at even places, marks at odd ones.
  const parts = html.split(MARK)
  const texts = parts.filter((_part, index) => index % 2 === 0)
  const hashes = [...html.matchAll(INLINE)].map(
    ([, , code = '']) => `'sha256-${createHash('sha256').update(code).digest('base64')}'`,
  )
  return {
    marks: parts.filter((_part, index) => index % 2 === 1),
    fill: (values) => texts.map((text, index) => text + (values[index] ?? '')).join(''),
    inline: hashes.join(' '),
  }
}

/**
 * Reads a file once, and again after a new build has replaced it; `prepare` makes of its text what is kept.
 * Gives undefined while there is no such file.
 */
export function createFile<Kept>(file: string, prepare: (text: string) => Kept) {
  let known: { changed: number; kept: Kept } | undefined
  return async (): Promise<Kept | undefined> => {
    try {
      const { mtimeMs } = await stat(file)
      if (known?.changed !== mtimeMs)
        known = { changed: mtimeMs, kept: prepare(await readFile(file, 'utf8')) }
      return known.kept
    } catch {
      return undefined
    }
  }
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Makes a text inert, both as text and as the value of a quoted attribute. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '')
}
