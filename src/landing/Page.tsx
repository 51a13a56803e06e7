import { About } from './sections/About.tsx'
import { Advantages } from './sections/Advantages.tsx'
import { Contact } from './sections/Contact.tsx'
import { Faq } from './sections/Faq.tsx'
import { Fields } from './sections/Fields.tsx'
import { Footer } from './sections/Footer.tsx'
import { Header } from './sections/Header.tsx'
import { Hero } from './sections/Hero.tsx'
import { How } from './sections/How.tsx'
import { Pricing } from './sections/Pricing.tsx'
import { Testimonials } from './sections/Testimonials.tsx'
import { Waitlist } from './sections/Waitlist.tsx'

/** The whole landing page's body. */
export function Page() {
  return (
    <>
      <Header />
      <main id="content">
        <Hero />
        <About />
        <How />
        <Fields />
        <Advantages />
        <Pricing />
        <Testimonials />
        <Faq />
        <Waitlist />
        <Contact />
      </main>
      <Footer />
    </>
  )
}
