import type { Plugin } from 'vite'
import { tokensToCss } from '#admin/ui/theme/tokens.ts'

const NAME = 'virtual:tokens.css'

/** Vite plugin: the tokens of ui/theme/tokens.ts as CSS variables, so that antd and our own style share one source. */
export function tokensCss(): Plugin {
  return {
    name: 'waymark:tokens-css',
    resolveId: { filter: { id: /^virtual:tokens\.css$/ }, handler: () => `\0${NAME}` },
    load: { filter: { id: /^\0virtual:tokens\.css$/ }, handler: () => tokensToCss() },
  }
}
