import { content } from './content.ts'

/** A section that the page's menus link to. */
export interface Anchor {
  id: string
  label: string
}

/** The footer's list of the sections, by its id. */
export const SECTIONS = 'sections'

/** Sections that the header links to, in page order. */
export const anchors: readonly Anchor[] = (
  ['about', 'how', 'fields', 'advantages', 'pricing', 'testimonials', 'faq', 'contact'] as const
).map((id) => ({ id, label: content[id].nav }))

/** The footer also links to the waitlist; the header has a button for it. */
export const footerAnchors: readonly Anchor[] = anchors.toSpliced(-1, 0, {
  id: 'waitlist',
  label: content.waitlist.eyebrow,
})
