import { renderToStaticMarkup } from 'react-dom/server'
import { brand } from '#brand'
import { content } from '../content.ts'
import { HeroScene } from './HeroScene.tsx'
import { Mark } from './Mark.tsx'

/**
 * The preview image of a shared link: the hero's morning, the name and the headline. scripts/draw.mjs renders it
 * with the landing page's styles.
 */
export function shareImage(): string {
  const { headline, picture } = content.hero
  return renderToStaticMarkup(
    <div className="share">
      <p className="wordmark">
        <Mark />
        {brand.name}
      </p>
      <h1>
        {headline.start} <em>{headline.accent}</em>
      </h1>
      <p className="eyebrow">{brand.tagline}</p>
      <HeroScene label={picture} />
    </div>,
  )
}

/** The mark as an image: transparent, or on a background that leaves `room` around it (0 to 1). */
export function icon(size: number, ground?: { colour: string; room: number }): string {
  const scale = (size / 24) * (1 - (ground?.room ?? 0))
  const edge = (size - 24 * scale) / 2
  return renderToStaticMarkup(
    <svg xmlns="http://www.w3.org/2000/svg" width={size} height={size} aria-hidden="true">
      {ground ? <rect width={size} height={size} fill={ground.colour} /> : null}
      <path
        d={brand.mark}
        fill={ground ? '#fff' : brand.colour.primary}
        transform={`translate(${edge} ${edge}) scale(${scale})`}
      />
    </svg>,
  )
}

/** The icon of a tab, which follows the browser's own theme. */
export function tabIcon(): string {
  const { primary, primaryDark } = brand.colour
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><style>@media (prefers-color-scheme:dark){path{fill:${primaryDark}}}</style><path fill="${primary}" d="${brand.mark}"/></svg>\n`
}

/** The web app manifest, used when the page is added to a home screen. */
export function manifest(): string {
  const icon = (file: string, size: number, purpose: string) => ({
    src: `/${file}.png`,
    sizes: `${size}x${size}`,
    type: 'image/png',
    purpose,
  })
  const lines = {
    name: brand.name,
    description: content.meta.description,
    lang: 'en',
    start_url: '/',
    display: 'browser',
    theme_color: '#e4f1ee',
    background_color: '#ffffff',
    icons: [
      icon('icon-192', 192, 'any'),
      icon('icon-512', 512, 'any'),
      icon('icon-maskable-512', 512, 'maskable'),
    ],
  }
  return `${JSON.stringify(lines, null, 2)}\n`
}
