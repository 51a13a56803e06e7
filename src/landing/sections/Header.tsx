import { brand } from '#brand'
import { Mark } from '../art/Mark.tsx'
import { content } from '../content.ts'

/** A section the header links to. */
export interface Anchor {
  id: string
  label: string
}

/** The sticky header: home link, section links, Join; on phones the links stand in a disclosure. */
export function Header({ anchors }: { anchors: readonly Anchor[] }) {
  const { skip, menu, navigation, join } = content.header
  const links = anchors.map(({ id, label }) => (
    <li key={id}>
      <a href={`#${id}`}>{label}</a>
    </li>
  ))
  return (
    <>
      <a className="skip" href="#content">
        {skip}
      </a>
      <div className="page-start" />
      <header className="header">
        <div className="column header-row">
          <a className="wordmark" href="/">
            <Mark />
            {brand.name}
          </a>
          <nav className="header-links" aria-label={navigation}>
            <ul>{links}</ul>
          </nav>
          <a className="button button-small" href="#waitlist">
            {join}
          </a>
          <details className="menu">
            <summary aria-label={menu}>
              <svg className="icon" viewBox="0 0 24 24" width="24" height="24" aria-hidden="true">
                <path className="menu-open" d="M4 7h16M4 12h16M4 17h16" />
                <path className="menu-close" d="m6 6 12 12M18 6 6 18" />
              </svg>
            </summary>
            <nav className="menu-panel" aria-label={navigation}>
              <ul>{links}</ul>
            </nav>
          </details>
        </div>
      </header>
    </>
  )
}
