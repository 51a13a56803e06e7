import { content } from '../content.ts'

/** Three testimonials, marked as samples. */
export function Testimonials() {
  const { eyebrow, heading, note, sample, list } = content.testimonials
  return (
    <section
      className="band band-mist testimonials"
      id="testimonials"
      aria-labelledby="testimonials-title"
    >
      <div className="column">
        <div className="section-head">
          <p className="eyebrow">{eyebrow}</p>
          <h2 id="testimonials-title">{heading}</h2>
          <p className="lead">{note}</p>
        </div>
        <ul className="voices">
          {list.map(({ initials, role, text }) => (
            <li key={initials}>
              <figure className="voice">
                <p className="sample">{sample}</p>
                <blockquote>
                  <p>{text}</p>
                </blockquote>
                <figcaption>
                  <span className="tile" aria-hidden="true">
                    <span>{initials}</span>
                  </span>
                  <h3>{role}</h3>
                </figcaption>
              </figure>
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}
