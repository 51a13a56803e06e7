import type { Plugin } from 'vite'
import { tokensToCss } from '#admin/ui/theme/tokens.ts'

/** Vite plugin: writes the tokens into theme/tokens.css as variables, so that antd and our own style share one source. */
export function tokensCss(): Plugin {
  return {
    name: 'waymark:tokens-css',
    enforce: 'pre',
    load: {
      filter: { id: /src[\\/]admin[\\/]theme[\\/]tokens\.css$/ },
      handler: () => tokensToCss(),
    },
  }
}
