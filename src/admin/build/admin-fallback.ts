import type { Plugin } from 'vite'

/** Returns the entry with which the dev server answers a page request; undefined for other requests. */
export function devEntry(url: string): string | undefined {
  const path = url.split('?')[0] ?? ''
  if (path === '/admin' || path.startsWith('/admin/')) return '/admin.html'
  const isFile = /\.\w+$/.test(path) || /^\/(@|api\/|src\/|node_modules\/)/.test(path)
  return isFile ? undefined : '/index.html'
}

/** Vite plugin: in development /admin/* is the console and every other page the landing page. */
export function adminFallback(): Plugin {
  return {
    name: 'waymark:admin-fallback',
    apply: 'serve',
    configureServer(server) {
      server.middlewares.use((request, _response, next) => {
        const isPage = request.method === 'GET' && request.headers.accept?.includes('text/html')
        const entry = isPage ? devEntry(request.url ?? '') : undefined
        if (entry) request.url = entry
        next()
      })
    },
  }
}
