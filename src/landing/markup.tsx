import type { ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { brand } from '#brand'
import {
  FORM_PAGES,
  type FormPageName,
  PRIVACY_PAGE,
  PRIVACY_PATH,
  type WaitlistPageName,
  whenPublic,
} from '#contract/pages.ts'
import { content } from './content.ts'
import { Head, OwnAddress, SharedHead } from './Head.tsx'
import { Page } from './Page.tsx'
import { Again } from './pages/Again.tsx'
import { Privacy } from './pages/Privacy.tsx'
import { Thanks } from './pages/Thanks.tsx'
import { takeToken } from './pages/take-token.ts'
import { WaitlistStep } from './pages/WaitlistStep.tsx'
import { markRestored } from './restored.ts'
import { structuredData } from './structured-data.ts'

/** The inside of a page's head and body. */
export interface Markup {
  head: string
  body: string
}

/** Renders the landing page to plain HTML. Takes the address of the font file. */
export function renderLanding(font: string): Markup {
  const { title, description } = content.meta
  return {
    head:
      `<script>${markRestored}</script>` +
      renderToStaticMarkup(<Head title={title} description={description} font={font} />) +
      whenPublic(renderToStaticMarkup(<SharedHead />)) +
      structuredData(),
    body: renderToStaticMarkup(<Page />),
  }
}

/** Renders a page other than the landing page. */
export function renderBeside(
  name: FormPageName | WaitlistPageName | typeof PRIVACY_PAGE,
  font: string,
): Markup {
  if (name === PRIVACY_PAGE) return renderPrivacy(font)
  return isFormPage(name) ? renderFormPage(name, font) : renderWaitlistPage(name, font)
}

function isFormPage(name: string): name is FormPageName {
  return Object.hasOwn(FORM_PAGES, name)
}

/** Renders the privacy page. */
function renderPrivacy(font: string): Markup {
  const { title, description } = content.privacy
  return {
    head:
      renderToStaticMarkup(
        <Head title={`${title} · ${brand.name}`} description={description} font={font} />,
      ) + whenPublic(renderToStaticMarkup(<OwnAddress path={PRIVACY_PATH} />)),
    body: renderToStaticMarkup(<Privacy />),
  }
}

/** Renders a page that answers a form sent without script. */
export function renderFormPage(name: FormPageName, font: string): Markup {
  const { form, kind } = FORM_PAGES[name]
  const { title } = content.pages[kind === 'again' ? 'again' : form]
  const body: ReactElement = kind === 'again' ? <Again form={form} /> : <Thanks form={form} />
  return {
    head: renderToStaticMarkup(<Head title={`${title} · ${brand.name}`} font={font} />),
    body: renderToStaticMarkup(body),
  }
}

/** Renders a page for joining or leaving the waitlist. */
export function renderWaitlistPage(name: WaitlistPageName, font: string): Markup {
  const { title } = content.waitlistPages[name]
  const script = name === 'waitlist-confirm' ? `<script>${takeToken}</script>` : ''
  return {
    head: renderToStaticMarkup(<Head title={`${title} · ${brand.name}`} font={font} />),
    body: renderToStaticMarkup(<WaitlistStep name={name} />) + script,
  }
}
