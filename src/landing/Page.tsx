import { content } from './content.ts'
import { About } from './sections/About.tsx'
import { Footer } from './sections/Footer.tsx'
import { type Anchor, Header } from './sections/Header.tsx'
import { Hero } from './sections/Hero.tsx'
import { Waitlist } from './sections/Waitlist.tsx'

/** The sections below the hero, in the page's order; a section is added here and in content.ts. */
const sections = [
  { id: 'about', Section: About },
  { id: 'waitlist', Section: Waitlist },
] as const

const anchors: Anchor[] = sections.map(({ id }) => ({ id, label: content[id].nav }))

/** The whole landing page's body. */
export function Page() {
  return (
    <>
      <Header anchors={anchors} />
      <main id="content">
        <Hero />
        {sections.map(({ id, Section }) => (
          <Section key={id} />
        ))}
      </main>
      <Footer anchors={anchors} />
    </>
  )
}
