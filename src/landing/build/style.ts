import { join } from 'node:path'
import { bundle } from 'lightningcss'
import { brand } from '#brand'
import { type FontAddresses, fontFaces } from './font.ts'

/** The whole style sheet, minified: brand colours, font faces, then landing.css with its imports. */
export function landingStyle(root: string, fonts: FontAddresses): string {
  const { code } = bundle({
    filename: join(root, 'src/landing/landing.css'),
    minify: true,
    targets: { chrome: 111 << 16, firefox: 114 << 16, safari: (16 << 16) | (4 << 8) },
  })
  return brandColours() + fontFaces(fonts) + code.toString()
}

function brandColours(): string {
  const { primary, primaryDark, accent, accentDark } = brand.colour
  return `:root{--brand-primary:${primary};--brand-primary-dark:${primaryDark};--brand-accent:${accent};--brand-accent-dark:${accentDark}}`
}
