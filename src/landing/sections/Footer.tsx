import { brand } from '#brand'
import { Mark } from '../art/Mark.tsx'
import { content } from '../content.ts'
import type { Anchor } from './Header.tsx'

/** The footer: anchors, the administrators' door and the year (LAND-01). */
export function Footer({ anchors }: { anchors: readonly Anchor[] }) {
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
        <nav aria-label={heading}>
          <ul>
            {anchors.map(({ id, label }) => (
              <li key={id}>
                <a href={`#${id}`}>{label}</a>
              </li>
            ))}
            <li>
              <a href="#top">{top}</a>
            </li>
          </ul>
        </nav>
        <p className="footer-legal">
          <span>
            © {year} {brand.name}
          </span>
          <a href="/admin/login">{signIn}</a>
        </p>
      </div>
    </footer>
  )
}
