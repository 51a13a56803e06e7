import type { FastifyInstance } from 'fastify'
import { PRIVACY_PATH } from '#contract/pages.ts'

/** What crawlers ask for. A sitemap needs absolute addresses: without a public origin there is none. */
export function registerSiteFiles(app: FastifyInstance, publicUrl: string | undefined): void {
  const options = { schema: { hide: true }, config: { access: 'public' } } as const
  const send = (path: string, type: string, text: string) =>
    app.get(path, options, (_request, reply) =>
      reply
        .type(`${type}; charset=utf-8`)
        .header('cache-control', 'public, max-age=3600')
        .send(text),
    )
  send('/robots.txt', 'text/plain', robots(publicUrl))
  if (publicUrl) send('/sitemap.xml', 'application/xml', sitemap(publicUrl))
}

function robots(publicUrl: string | undefined): string {
  // A rule holds for all that begins with it: /administrator is a page like any other.
  const closed = ['/admin$', '/admin/', '/api/']
  const rules = ['User-agent: *', ...closed.map((path) => `Disallow: ${path}`), '']
  return [...rules, ...(publicUrl ? [`Sitemap: ${publicUrl}/sitemap.xml`, ''] : [])].join('\n')
}

/** Two pages: the landing page, whose address is the root whatever path shows it, and what becomes of what is sent. */
function sitemap(publicUrl: string): string {
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    `<url><loc>${publicUrl}/</loc></url>`,
    `<url><loc>${publicUrl}${PRIVACY_PATH}</loc></url>`,
    '</urlset>',
    '',
  ].join('\n')
}
