import type { Plugin } from 'vite'
import { tokensToCss } from '#admin/ui/theme/tokens.ts'

const NAME = 'virtual:tokens.css'

/**
 * Vite plugin: turns the tokens of ui/theme/tokens.ts into CSS variables, as the common source of antd's styles and
 * ours.
 */
export function tokensCss(): Plugin {
  return {
    name: 'waymark:tokens-css',
    resolveId: { filter: { id: /^virtual:tokens\.css$/ }, handler: () => `\0${NAME}` },
    load: { filter: { id: /^\0virtual:tokens\.css$/ }, handler: () => tokensToCss() },
  }
}
