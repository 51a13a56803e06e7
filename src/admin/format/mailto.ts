import { writtenAt } from './time.ts'
import { translate } from './translate.ts'

/**
 * Returns a mailto link. The address cannot add headers to the mail. Lone surrogates, which no URL can contain, do
 * not throw.
 */
export function mailtoLink(
  address: string,
  parts: { subject?: string; body?: string } = {},
): string {
  const query = Object.entries(parts).map(([name, text]) => `${name}=${encoded(text)}`)
  const to = encoded(address).replaceAll('%40', '@')
  return `mailto:${to}${query.length > 0 ? `?${query.join('&')}` : ''}`
}

function encoded(text: string): string {
  return encodeURIComponent(text.toWellFormed())
}

/** Maximum length of a mailto link: some mail programs cut longer ones, or open nothing. */
const LONGEST = 1900

/** Returns the mailto link of a reply: the subject with 'Re: ', and as much of the quoted message as fits. */
export function replyLink({
  address,
  subject,
  text,
  name,
  at,
}: {
  address: string
  subject: string
  text: string
  /** Name of the author. */
  name: string
  /** Time as an ISO text; '' if unknown. */
  at: string
}): string {
  const line = subject.replace(/\s+/g, ' ').trim()
  const instant = Date.parse(at)
  const head = Number.isNaN(instant)
    ? translate('{name} wrote:', { name })
    : translate('On {when}, {name} wrote:', { when: writtenAt(instant, 0), name })
  const linkOf = (quoted: string) =>
    mailtoLink(address, {
      subject: /^re:/i.test(line) ? line : `Re: ${line}`.trim(),
      body: ['', '', head, ...quoted.split(/\r\n|\r|\n/).map((one) => `> ${one}`)].join('\r\n'),
    })
  let letters = [...text.trim()]
  let link = linkOf(letters.join(''))
  while (link.length > LONGEST && letters.length > 0) {
    letters = letters.slice(0, Math.floor(letters.length * 0.9))
    link = linkOf(`${letters.join('').trimEnd()}…`)
  }
  return link
}
