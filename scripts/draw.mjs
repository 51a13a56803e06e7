// Renders the files in public/: the preview image of shared links, the icons and the manifest, from the brand and
// the hero's scene. Run by hand after a change of these: node scripts/draw.mjs (needs Chromium).
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import { runnerImport } from 'vite'
import { root } from './steps/process.mjs'
import { ensureChromium } from './steps/test-programs.mjs'

const styles = join(root, 'src/landing/styles')
const font = createRequire(import.meta.url).resolve(
  '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2',
)
const { module: drawings } = await runnerImport(join(root, 'src/landing/art/drawings.tsx'))
const {
  module: { brand },
} = await runnerImport(join(root, 'src/brand.ts'))
const { primary, accent } = brand.colour

const browser = await chromium.launch({ executablePath: ensureChromium(), args: ['--no-sandbox'] })
const page = await browser.newPage({ colorScheme: 'light' })
try {
  save('share.png', await draw(sky() + drawings.shareImage(), 1200, 630))
  save('favicon.svg', drawings.tabIcon())
  save('site.webmanifest', drawings.manifest())
  save('favicon.ico', ico(await drawIcon(16), await drawIcon(32)))
  // iOS rounds the corners itself, and shows transparent pixels as black.
  save('apple-touch-icon.png', await drawIcon(180, { colour: primary, room: 0.3 }))
  save('icon-192.png', await drawIcon(192))
  save('icon-512.png', await drawIcon(512))
  // Launchers cut a maskable icon down to the circle in its middle, of four fifths.
  save('icon-maskable-512.png', await drawIcon(512, { colour: primary, room: 0.36 }))
} finally {
  await browser.close()
}

/** Returns a PNG of how Chromium renders the HTML. */
async function draw(html, width, height) {
  await page.setViewportSize({ width, height })
  await page.setContent(`<style>${sheet()}</style>${html}`)
  await page.evaluate('document.fonts.ready')
  return page.screenshot({ omitBackground: true })
}

function drawIcon(size, ground) {
  return draw(drawings.icon(size, ground), size, size)
}

function sheet() {
  const files = readdirSync(styles).map((name) => readFileSync(join(styles, name), 'utf8'))
  const data = readFileSync(font, 'base64')
  return `
    @font-face { font-family: 'Inter Variable'; font-weight: 100 900; src: url(data:font/woff2;base64,${data}) }
    :root { --brand-primary: ${primary}; --brand-accent: ${accent} }
    ${files.join('\n')}
    body { background: none }
    body:has(.share) { background: var(--sky-low) }
    body > svg { display: block }
    .share { position: relative; height: 630px; padding: 64px 0 0 72px; overflow: hidden }
    .sky { position: absolute; inset: 0 0 auto; display: grid; grid-auto-rows: 18px }
    .share .wordmark { position: relative; z-index: 1; font-size: 34px; gap: 14px }
    .share .mark { width: 48px; height: 48px }
    .share h1 { position: relative; z-index: 1; margin: 34px 0 24px; font-size: 66px }
    .share .eyebrow { position: relative; z-index: 1; font-size: 26px }
    .share .scene { position: absolute; left: 0; bottom: 0; width: 1200px; height: 533px }
  `
}

/** The hero's sky in flat steps: Chromium dithers gradients, which doubles the file size. */
function sky() {
  const steps = 27
  const shades = Array.from({ length: steps }, (_, step) => {
    const share = Math.round((step / (steps - 1)) * 100)
    return `<i style="background:color-mix(in srgb,var(--sky-low) ${share}%,var(--sky-top))"></i>`
  })
  return `<div class="sky">${shades.join('')}</div>`
}

/** An icon file of two PNGs. */
function ico(...pictures) {
  const head = Buffer.alloc(6 + 16 * pictures.length)
  head.writeUInt16LE(1, 2)
  head.writeUInt16LE(pictures.length, 4)
  let at = head.length
  for (const [index, picture] of pictures.entries()) {
    const entry = 6 + 16 * index
    const size = picture.readUInt32BE(16)
    head.writeUInt8(size, entry)
    head.writeUInt8(size, entry + 1)
    head.writeUInt16LE(1, entry + 4)
    head.writeUInt16LE(32, entry + 6)
    head.writeUInt32LE(picture.length, entry + 8)
    head.writeUInt32LE(at, entry + 12)
    at += picture.length
  }
  return Buffer.concat([head, ...pictures])
}

function save(name, data) {
  writeFileSync(join(root, 'public', name), data)
  console.log(`${name} ${Buffer.byteLength(data)} bytes`)
}
