import type { RouterProvider } from '@refinedev/core'
import plain from '@refinedev/react-router'

/**
 * Refine's way to the router. An address's parameters are kept from it: it would take them into the key of
 * whatever a screen reads, and read it all again with every step of a list.
 */
export const routerProvider: RouterProvider = {
  ...plain,
  parse: () => {
    const parse = plain.parse?.()
    return () => ({ ...parse?.(), params: {} })
  },
}
