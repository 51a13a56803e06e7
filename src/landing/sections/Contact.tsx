import { Letterbox } from '../art/Letterbox.tsx'
import { content } from '../content.ts'
import { ContactForm } from './ContactForm.tsx'

/** The contact form, with its purpose beside it. */
export function Contact() {
  const { eyebrow, heading, intro } = content.contact
  return (
    <section className="band band-mist contact" id="contact" aria-labelledby="contact-title">
      <div className="column contact-row">
        <div className="section-head">
          <p className="eyebrow">{eyebrow}</p>
          <h2 id="contact-title">{heading}</h2>
          <p className="lead">{intro}</p>
        </div>
        <Letterbox />
        <div className="card">
          <ContactForm />
        </div>
      </div>
    </section>
  )
}
