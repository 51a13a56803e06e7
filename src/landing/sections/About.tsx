import { Icon } from '../art/icons.tsx'
import { content } from '../content.ts'

/** The section on what Waymark is, its two sides and how pairing helps. */
export function About() {
  const { eyebrow, heading, intro, pair, helps, limits } = content.about
  return (
    <section className="about" id="about" aria-labelledby="about-title">
      <div className="column">
        <div className="section-head">
          <p className="eyebrow">{eyebrow}</p>
          <h2 id="about-title">{heading}</h2>
          <p className="lead">{intro}</p>
        </div>
        <div className="pair">
          {pair.map(({ kind, name, who, text, bringsLabel, brings }) => (
            <article className={`side side-${kind}`} key={kind}>
              <span className="tile">
                <Icon name={kind} />
              </span>
              <h3>{name}</h3>
              <p className="side-who">{who}</p>
              <p className="side-text">{text}</p>
              <p className="side-brings">
                <span>{bringsLabel}</span> {brings}
              </p>
            </article>
          ))}
        </div>
        <h3 className="helps-title">{helps.heading}</h3>
        <ul className="helps">
          {helps.points.map(({ icon, title, text }) => (
            <li key={icon}>
              <span className="tile">
                <Icon name={icon} />
              </span>
              <h4>{title}</h4>
              <p>{text}</p>
            </li>
          ))}
        </ul>
        <p className="limits">{limits}</p>
      </div>
    </section>
  )
}
