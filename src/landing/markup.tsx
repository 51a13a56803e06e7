import type { ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { brand } from '#brand'
import { FORM_PAGES, type FormPageName, whenPublic } from '#contract/pages.ts'
import { content } from './content.ts'
import { Head, SharedHead } from './Head.tsx'
import { Page } from './Page.tsx'
import { Again } from './pages/Again.tsx'
import { Thanks } from './pages/Thanks.tsx'
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

/** Renders one of the pages that answer a form sent without script. */
export function renderFormPage(name: FormPageName, font: string): Markup {
  const { form, kind } = FORM_PAGES[name]
  const { title } = content.pages[kind === 'again' ? 'again' : form]
  const body: ReactElement = kind === 'again' ? <Again form={form} /> : <Thanks form={form} />
  return {
    head: renderToStaticMarkup(<Head title={`${title} · ${brand.name}`} font={font} />),
    body: renderToStaticMarkup(body),
  }
}
