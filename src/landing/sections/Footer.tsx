import { brand } from '#brand'
import { PRIVACY_PATH } from '#contract/pages.ts'
import { footerAnchors, SECTIONS } from '../anchors.ts'
import { Mark } from '../art/Mark.tsx'
import { content } from '../content.ts'

/**
 * The footer: links to the sections, the link to the console and the year.
 * `home` is the landing page's address as seen from a page beside it.
 */
export function Footer({ home = '' }: { home?: string }) {
  const { heading, top, signIn, year } = content.footer
  return (
    <footer className="footer">
      <div className="column footer-row">
        <div>
          <p className="wordmark">
            <Mark />
            {brand.name}
          </p>
          <p>{brand.tagline}</p>
        </div>
        <nav id={SECTIONS} aria-label={heading}>
          <ul>
            {footerAnchors.map(({ id, label }) => (
              <li key={id}>
                <a href={`${home}#${id}`}>{label}</a>
              </li>
            ))}
          </ul>
        </nav>
        <p className="footer-legal">
          <span>
            © {year} {brand.name}
          </span>
          <a href={PRIVACY_PATH}>{content.privacy.title}</a>
          <a href="/admin/login">{signIn}</a>
          <a className="footer-top" href="#top">
            {top}
          </a>
        </p>
      </div>
    </footer>
  )
}
