import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join, relative } from 'node:path'
import { bundle } from 'lightningcss'
import { type IndexHtmlTransformContext, type Plugin, runnerImport } from 'vite'
import { brand } from '#brand'

const fontFile = 'inter-latin-wght-normal.woff2'
const fontPath = createRequire(import.meta.url).resolve(
  `@fontsource-variable/inter/files/${fontFile}`,
)

/**
 * Vite plugin: writes the landing page's markup and style into index.html, at build and on every
 * request of the dev server. The visitor gets finished HTML; React stays at home (ROUTE-05).
 * The style's nonce is a placeholder that the server replaces per request.
 */
export function prerenderLanding(): Plugin {
  let root = process.cwd()
  return {
    name: 'waymark:prerender-landing',
    configResolved(config) {
      root = config.root
    },
    buildStart() {
      if (this.environment.mode !== 'build' || this.environment.name !== 'client') return
      this.emitFile({ type: 'asset', name: fontFile, source: readFileSync(fontPath) })
    },
    transformIndexHtml: {
      // After Vite's own pass: before it, an inline style would be taken for a CSS module.
      order: 'post',
      async handler(html, context) {
        if (!html.includes('<!--landing-->')) return html
        const font = fontAddress(context, root)
        const { module } = await runnerImport<typeof import('./markup.tsx')>(
          join(root, 'src/landing/markup.tsx'),
          { root, logLevel: 'warn' },
        )
        const { head, body } = module.renderLanding(font)
        const style = `<style nonce="__CSP_NONCE__">${landingStyle(root, font)}</style>`
        return html
          .replace('<!--landing:head-->', () => head + style)
          .replace('<!--landing-->', () => body)
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

function fontAddress({ bundle: output }: IndexHtmlTransformContext, root: string): string {
  if (!output) return `/${relative(root, fontPath).replaceAll('\\', '/')}`
  const asset = Object.values(output).find(
    (file) => file.type === 'asset' && file.names.includes(fontFile),
  )
  if (!asset) throw new Error(`${fontFile} is missing from the build`)
  return `/${asset.fileName}`
}

/** The whole style sheet, minified: brand colours, font faces, then landing.css with its imports. */
function landingStyle(root: string, font: string): string {
  const { code } = bundle({
    filename: join(root, 'src/landing/landing.css'),
    minify: true,
    targets: { chrome: 111 << 16, firefox: 114 << 16, safari: (16 << 16) | (4 << 8) },
  })
  return brandColours() + fontFaces(font) + code.toString()
}

function brandColours(): string {
  const { primary, primaryDark, accent, accentDark } = brand.colour
  return `:root{--brand-primary:${primary};--brand-primary-dark:${primaryDark};--brand-accent:${accent};--brand-accent-dark:${accentDark}}`
}

/** Inter, and a local stand-in of the same width, so that nothing moves when Inter arrives. */
function fontFaces(font: string): string {
  return (
    `@font-face{font-family:'Inter Variable';font-weight:100 900;font-display:swap;src:url(${font}) format('woff2')}` +
    "@font-face{font-family:'Inter Fallback';src:local('Arial'),local('Liberation Sans'),local('Helvetica Neue');size-adjust:107.12%;ascent-override:90.44%;descent-override:22.52%;line-gap-override:0%}"
  )
}
