import { brand } from '#brand'
import { anchors, SECTIONS } from '../anchors.ts'
import { Mark } from '../art/Mark.tsx'
import { content } from '../content.ts'

/**
 * The sticky header: home link, section links, Join. On narrow screens the links are in a disclosure. The script
 * closes it. Without the script one link leads to the links in the footer.
 */
export function Header() {
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
          <a className="menu-link" href={`#${SECTIONS}`}>
            <svg
              className="icon"
              viewBox="0 0 24 24"
              width="24"
              height="24"
              role="img"
              aria-label={menu}
            >
              <path d="M4 7h16M4 12h16M4 17h16" />
            </svg>
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
