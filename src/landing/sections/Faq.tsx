import { Signpost } from '../art/Signpost.tsx'
import { content } from '../content.ts'

/** Frequent questions, as native disclosures. */
export function Faq() {
  const { eyebrow, heading, more, write, list } = content.faq
  return (
    <section className="band faq" id="faq" aria-labelledby="faq-title">
      <div className="column faq-row">
        <div className="section-head">
          <p className="eyebrow">{eyebrow}</p>
          <h2 id="faq-title">{heading}</h2>
          <p className="lead">
            {more} <a href="#contact">{write}</a>
          </p>
          <Signpost />
        </div>
        <div>
          {list.map(({ question, answer }) => (
            <details key={question}>
              <summary>
                <h3>{question}</h3>
              </summary>
              <p>{answer}</p>
            </details>
          ))}
        </div>
      </div>
    </section>
  )
}
