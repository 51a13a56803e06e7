import { Blazes } from '../art/Blazes.tsx'
import { content } from '../content.ts'

/** The three tiers with their limits and prices. */
export function Pricing() {
  const { eyebrow, heading, intro, badge, lines, tiers } = content.pricing
  return (
    <section className="band pricing" id="pricing" aria-labelledby="pricing-title">
      <div className="column">
        <div className="section-head">
          <p className="eyebrow">{eyebrow}</p>
          <h2 id="pricing-title">{heading}</h2>
          <p className="lead">{intro}</p>
        </div>
        <ul className="tiers">
          {tiers.map(({ id, name, price, per, text, features, action, ...tier }) => (
            <li className={`tier tier-${id}`} key={id}>
              <div className="tier-name">
                <h3>{name}</h3>
                {id === 'premium' ? <p className="tier-badge">{badge}</p> : null}
              </div>
              <p className="tier-text">{text}</p>
              <p className="tier-price">
                <strong>{price}</strong> {per}
              </p>
              {'team' in tier ? <Blazes {...tier.team} /> : null}
              <dl className="tier-lines">
                {features.map((feature, at) => (
                  <div key={feature}>
                    <dt>{lines[at]}</dt>
                    <dd>{feature}</dd>
                  </div>
                ))}
              </dl>
              <a
                className={id === 'premium' ? 'button' : 'button button-plain'}
                href={`#${action.to}`}
                data-subject={action.to === 'contact' ? name : undefined}
              >
                {action.label}
              </a>
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}
