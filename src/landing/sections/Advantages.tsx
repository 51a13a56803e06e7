import { Crossing } from '../art/Crossing.tsx'
import { Icon } from '../art/icons.tsx'
import { content } from '../content.ts'

/** Six advantages over going alone. */
export function Advantages() {
  const { eyebrow, heading, intro, list } = content.advantages
  return (
    <section className="advantages" id="advantages" aria-labelledby="advantages-title">
      <div className="column">
        <div className="section-head">
          <p className="eyebrow">{eyebrow}</p>
          <h2 id="advantages-title">{heading}</h2>
          <p className="lead">{intro}</p>
        </div>
        <Crossing />
        <ul className="advantage-list">
          {list.map(({ icon, title, text }) => (
            <li key={icon}>
              <span className="tile">
                <Icon name={icon} />
              </span>
              <h3>{title}</h3>
              <p>{text}</p>
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}
