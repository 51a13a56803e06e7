import { Contours } from '../art/Contours.tsx'
import { content } from '../content.ts'
import { WaitlistForm } from './WaitlistForm.tsx'

/** The section that 'Join the Waitlist' links to. */
export function Waitlist() {
  const { eyebrow, heading, text } = content.waitlist
  return (
    <section className="waitlist" id="waitlist" aria-labelledby="waitlist-title">
      <div className="column">
        <div className="waitlist-panel">
          <Contours />
          <p className="eyebrow">{eyebrow}</p>
          <h2 id="waitlist-title">{heading}</h2>
          <p className="lead">{text}</p>
          <WaitlistForm />
        </div>
      </div>
    </section>
  )
}
