import { content } from './content.ts'

/** A section that the page's menus lead to. */
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

/** The footer leads to the waitlist too, which the header has its button for. */
export const footerAnchors: readonly Anchor[] = anchors.toSpliced(-1, 0, {
  id: 'waitlist',
  label: content.waitlist.eyebrow,
})
