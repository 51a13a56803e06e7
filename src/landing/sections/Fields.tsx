import { Icon } from '../art/icons.tsx'
import { content } from '../content.ts'

/** The five target fields, each with a mission to try. */
export function Fields() {
  const { eyebrow, heading, intro, tryLabel, list } = content.fields
  return (
    <section className="fields" id="fields" aria-labelledby="fields-title">
      <div className="column">
        <div className="section-head">
          <p className="eyebrow">{eyebrow}</p>
          <h2 id="fields-title">{heading}</h2>
          <p className="lead">{intro}</p>
        </div>
        <ul className="field-cards">
          {list.map(({ icon, name, text, mission }) => (
            <li className="field" key={icon}>
              <span className="tile">
                <Icon name={icon} />
              </span>
              <h3>{name}</h3>
              <p className="field-text">{text}</p>
              <p className="field-mission">
                <span className="eyebrow">{tryLabel}</span> {mission}
              </p>
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}
