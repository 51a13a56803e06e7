import { readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { type Plugin, type Rolldown, runnerImport } from 'vite'
import {
  FORM_PAGES,
  type FormPageName,
  PAGES_BESIDE,
  PRIVACY_PAGE,
  WAITLIST_PAGES,
  type WaitlistPageName,
  withOrigin,
} from '#contract/pages.ts'
import { cutPageFont, type FontAddresses, pageFont, wholeFont } from './build/font.ts'
import { inlineScript } from './build/script.ts'
import { landingStyle } from './build/style.ts'

const HEAD = '<!--landing:head-->'
const BODY = '<!--landing-->'

type Markups = typeof import('./markup.tsx')
/** The pages beside the landing page. */
type BesideName = FormPageName | WaitlistPageName | typeof PRIVACY_PAGE
const FORMS = Object.keys(FORM_PAGES) as FormPageName[]
const BESIDE: readonly BesideName[] = [PRIVACY_PAGE, ...FORMS, ...WAITLIST_PAGES]

/**
 * Vite plugin: writes the landing page's markup and style into index.html, at build and on every
 * request of the dev server, and the pages beside it into files of the same frame. The visitor gets
 * finished HTML without React.
 * What differs per request (forms' stamps, the public origin) is a mark that the server fills.
 */
export function prerenderLanding(): Plugin {
  let root = process.cwd()
  const render = async (
    frame: string,
    fonts: FontAddresses,
    name?: BesideName,
  ): Promise<string> => {
    const { module } = await runnerImport<Markups>(join(root, 'src/landing/markup.tsx'), {
      root,
      logLevel: 'warn',
    })
    const { head, body } = name
      ? module.renderBeside(name, fonts.page)
      : module.renderLanding(fonts.page)
    const style = `<style>${landingStyle(root, fonts)}</style>`
    return frame.replace(HEAD, () => head + style).replace(BODY, () => body)
  }
  return {
    name: 'waymark:prerender-landing',
    configResolved(config) {
      root = config.root
    },
    async buildStart() {
      if (this.environment.mode !== 'build' || this.environment.name !== 'client') return
      const whole = readFileSync(wholeFont.path)
      this.emitFile({ type: 'asset', name: wholeFont.file, source: whole })
      this.emitFile({ type: 'asset', name: pageFont.file, source: await cutPageFont() })
    },
    generateBundle: {
      // Runs after Vite's own hook, which emits the frame.
      order: 'post',
      async handler(_options, bundle) {
        const page = bundle['index.html']
        if (page?.type !== 'asset') return
        const frame = withoutNonce(inlineScript(String(page.source), bundle))
        const fonts = addressesIn(bundle)
        page.source = await render(frame, fonts)
        for (const name of BESIDE)
          this.emitFile({
            type: 'asset',
            fileName: `${name}.html`,
            source: await render(frame, fonts, name),
          })
      },
    },
    transformIndexHtml: {
      // Runs after Vite's own pass: before it, an inline style would be taken for a CSS module.
      order: 'post',
      async handler(html, { server, originalUrl = '' }) {
        if (!server || !html.includes(BODY)) return html
        const path = originalUrl.split('?', 1)[0] ?? ''
        const whole = `/${relative(root, wholeFont.path).replaceAll('\\', '/')}`
        const page = await render(html, { page: whole, whole }, PAGES_BESIDE[path])
        return withOrigin(page, undefined)
      },
    },
    hotUpdate({ file, server }) {
      const path = relative(root, file)
      if (path !== 'src/brand.ts' && !/^src[\\/]landing[\\/]/.test(path)) return
      server.hot.send({ type: 'full-reload' })
      return []
    },
  }
}

/** Inline code is the same for every request, so the server's policy uses hashes. */
function withoutNonce(frame: string): string {
  return frame
    .replace(/\s*<meta property="csp-nonce"[^>]*>/, '')
    .replaceAll(' nonce="__CSP_NONCE__"', '')
}

/** The bundle adds a hash to the names of the fonts. */
function addressesIn(output: Rolldown.OutputBundle): FontAddresses {
  const address = (name: string) => {
    const asset = Object.values(output).find(
      (file) => file.type === 'asset' && file.names.includes(name),
    )
    if (!asset) throw new Error(`${name} is missing from the build`)
    return `/${asset.fileName}`
  }
  return { page: address(pageFont.file), whole: address(wholeFont.file) }
}
