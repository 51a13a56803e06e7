import { brand } from '#brand'
import { ORIGIN_MARK, whenPublic } from '#contract/pages.ts'
import { content } from './content.ts'

/** Structured data for search engines: the questions that the page answers, and the organization. */
export function structuredData(): string {
  const questions = {
    '@context': 'https://schema.org',
    '@type': 'FAQPage',
    mainEntity: content.faq.list.map(({ question, answer }) => ({
      '@type': 'Question',
      name: question,
      acceptedAnswer: { '@type': 'Answer', text: answer },
    })),
  }
  const organization = {
    '@context': 'https://schema.org',
    '@type': 'Organization',
    name: brand.name,
    slogan: brand.tagline,
    description: content.meta.description,
  }
  const place = { url: `${ORIGIN_MARK}/`, logo: `${ORIGIN_MARK}/icon-512.png` }
  return (
    block(JSON.stringify(questions)) +
    // The address is the object's last key, before its closing brace.
    block(`${inside(organization)}${whenPublic(`,${inside(place).slice(1)}`)}}`)
  )
}

/** An object's JSON without its last brace. */
function inside(value: object): string {
  return JSON.stringify(value).slice(0, -1)
}

/** A `<` in a text could end the element, or open a comment in it. */
function block(json: string): string {
  return `<script type="application/ld+json">${json.replaceAll('<', '\\u003c')}</script>`
}
