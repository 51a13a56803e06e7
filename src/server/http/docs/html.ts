/** HTML that is safe as it stands. Made by `html` alone. */
export interface Html {
  readonly html: string
}

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** A template whose values are escaped, unless they are HTML themselves. Lists are joined. */
export function html(
  strings: TemplateStringsArray,
  ...values: readonly (string | number | Html | readonly Html[] | undefined)[]
): Html {
  const parts = strings.map((text, index) => text + rendered(values[index]))
  return { html: parts.join('') }
}

/** Trusted text, like a style sheet of our own. */
export function raw(text: string): Html {
  return { html: text }
}

function rendered(value: string | number | Html | readonly Html[] | undefined): string {
  if (value === undefined) return ''
  if (typeof value === 'object')
    return 'html' in value ? value.html : value.map((part) => part.html).join('')
  return String(value).replace(/[&<>"']/g, (sign) => ESCAPES[sign] ?? sign)
}
