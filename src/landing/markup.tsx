import { renderToStaticMarkup } from 'react-dom/server'
import { Head } from './Head.tsx'
import { Page } from './Page.tsx'

/**
 * Renders the landing page to plain HTML.
 * Takes the address of the font file; gives the inside of head and body.
 */
export function renderLanding(font: string): { head: string; body: string } {
  return {
    head: renderToStaticMarkup(<Head font={font} />),
    body: renderToStaticMarkup(<Page />),
  }
}
