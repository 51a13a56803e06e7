import type { Plugin } from 'vite'

/** Library code that breaks the content security policy, and its replacement. */
const CURES = [
  {
    file: /rc-util[\\/](es|lib)[\\/]Dom[\\/]dynamicCSS\.js$/,
    find: 'var csp = option.csp,',
    // Modal's scroll lock and a support probe insert their styles without the page's nonce.
    put: `var csp = option.csp || { nonce: document.querySelector('meta[property=csp-nonce]')?.nonce },`,
  },
  {
    file: /rc-textarea[\\/](es|lib)[\\/]calculateNodeHeight\.js$/,
    find: `hiddenTextarea.setAttribute('style', "".concat(sizingStyle, ";").concat(HIDDEN_TEXTAREA_STYLE));`,
    // A style attribute is refused by the policy; the same text through the object model is not.
    put: `hiddenTextarea.style.cssText = sizingStyle + ';' + HIDDEN_TEXTAREA_STYLE;`,
  },
]

/**
 * Returns `code` with its file's replacement applied, or undefined if the file needs none. Throws if the library
 * has changed and the replacement no longer fits.
 */
export function cure(file: string, code: string): string | undefined {
  const found = CURES.find((one) => one.file.test(file.split('?')[0] ?? ''))
  if (!found) return undefined
  if (!code.includes(found.find))
    throw new Error(`${file} has changed: update its replacement here`)
  return code.replace(found.find, () => found.put)
}

/** Vite plugin: makes antd's helpers comply with a style policy of nonces, at no cost in bytes. */
export function styleNonce(): Plugin {
  return {
    name: 'waymark:style-nonce',
    apply: 'build',
    transform: {
      filter: { id: /rc-(util|textarea)[\\/]/ },
      handler(code, id) {
        const cured = cure(id, code)
        return cured === undefined ? undefined : { code: cured, map: null }
      },
    },
  }
}
