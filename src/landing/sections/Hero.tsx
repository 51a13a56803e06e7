import { HeroScene } from '../art/HeroScene.tsx'
import { content } from '../content.ts'

/** The first view: the product, its audience and the two buttons. */
export function Hero() {
  const { eyebrow, headline, lead, join, download, downloadNote, picture } = content.hero
  return (
    <section className="hero" aria-labelledby="hero-title">
      <div className="column hero-text">
        <p className="eyebrow">{eyebrow}</p>
        <h1 id="hero-title">
          {headline.start} <em>{headline.accent}</em>
        </h1>
        <p className="lead">{lead}</p>
        <div className="hero-actions">
          <a className="button" href="#waitlist">
            {join}
          </a>
          <button
            className="button button-unavailable"
            type="button"
            aria-disabled="true"
            aria-describedby="download-note"
          >
            {download}
          </button>
        </div>
        <p className="hero-note" id="download-note">
          {downloadNote}
        </p>
      </div>
      <HeroScene label={picture} />
    </section>
  )
}
