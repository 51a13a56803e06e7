import { Matching } from '../art/how/Matching.tsx'
import { Missions } from '../art/how/Missions.tsx'
import { Protocols } from '../art/how/Protocols.tsx'
import { Sessions } from '../art/how/Sessions.tsx'
import { Team } from '../art/how/Team.tsx'
import { Icon } from '../art/icons.tsx'
import { content } from '../content.ts'

/**
 * How it works: five panels below a list of links, which the script turns into tabs. Without the script all panels
 * are visible and the links lead to them.
 */
export function How() {
  const { eyebrow, heading, intro, tabsLabel, tabs } = content.how
  return (
    <section className="how" id="how" aria-labelledby="how-title">
      <div className="column">
        <div className="section-head">
          <p className="eyebrow">{eyebrow}</p>
          <h2 id="how-title">{heading}</h2>
          <p className="lead">{intro}</p>
        </div>
        <div className="how-tabs" data-tabs="">
          <ul className="how-tablist" aria-label={tabsLabel}>
            {tabs.map(({ id, tab }) => (
              <li key={id}>
                <a className="how-tab" id={`how-tab-${id}`} href={`#how-${id}`}>
                  <span className="tile">
                    <Icon name={id} />
                  </span>
                  {tab}
                </a>
              </li>
            ))}
          </ul>
          {tabs.map((tab) => (
            <Panel key={tab.id} {...tab} />
          ))}
        </div>
      </div>
    </section>
  )
}

const pictures = {
  matching: Matching,
  missions: Missions,
  sessions: Sessions,
  protocols: Protocols,
  team: Team,
}

type Tab = (typeof content.how.tabs)[number]

function Panel({ id, tab, heading, text, stepsLabel, steps }: Tab) {
  const Picture = pictures[id]
  return (
    <div className="how-panel" id={`how-${id}`}>
      <h3>
        <span className="eyebrow how-name">{tab}</span> {heading}
      </h3>
      <p className="how-text">{text}</p>
      <Picture />
      <h4>{stepsLabel}</h4>
      <ol className="how-steps">
        {steps.map((step) => (
          <li key={step.title}>
            <span className="tile">{'icon' in step ? <Icon name={step.icon} /> : null}</span>
            <strong>{step.title}</strong> {step.text}
          </li>
        ))}
      </ol>
    </div>
  )
}
