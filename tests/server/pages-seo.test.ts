import { createHash } from 'node:crypto'
import { resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startApp, type TestApp } from '../support/app.ts'

const SITE = 'https://waymark.example.org'

/** The built landing page; npm test builds it first. */
const clientDir = resolve('dist', 'client')
/** One that knows its public address, and one that does not. */
let known: TestApp
let unknown: TestApp
beforeAll(async () => {
  known = await startApp({ clientDir, env: { PUBLIC_URL: `${SITE}/` } })
  unknown = await startApp({ clientDir })
})
afterAll(async () => {
  await Promise.all([known?.close(), unknown?.close()])
})

const get = (url: string, server = known) => server.app.inject({ url })

/** The content of a meta tag, unescaped; undefined if there is none. */
function meta(html: string, name: string): string | undefined {
  const [, text] =
    new RegExp(`<meta (?:name|property)="${name}" content="([^"]*)"`).exec(html) ?? []
  return text?.replaceAll('&#x27;', "'").replaceAll('&amp;', '&')
}

function structured(html: string): Record<string, unknown>[] {
  const blocks = html.matchAll(/<script type="application\/ld\+json"[^>]*>(.*?)<\/script>/g)
  return [...blocks].map(([, json = '']) => JSON.parse(json) as Record<string, unknown>)
}

describe('what search engines and chats read', () => {
  test.each(['/', '/some/where?x=<y>', '/index.html'])(
    '%s has the root as its canonical address, and a picture',
    async (path) => {
      const { body } = await get(path)
      expect(body).toContain(`<link rel="canonical" href="${SITE}/"/>`)
      expect(body.match(/<title>/g)).toHaveLength(1)
      expect(meta(body, 'description')).toMatch(/^.{50,160}$/)
      expect(meta(body, 'og:url')).toBe(`${SITE}/`)
      expect(meta(body, 'og:title')).toBe(/<title>(.*?)</.exec(body)?.[1])
      expect(meta(body, 'og:image')).toBe(`${SITE}/share.png`)
      expect(meta(body, 'og:image:width')).toBe('1200')
      expect(meta(body, 'og:image:height')).toBe('630')
      expect(meta(body, 'og:image:alt')).toMatch(/Traveler/)
      expect(meta(body, 'twitter:card')).toBe('summary_large_image')
      expect(meta(body, 'robots')).toBeUndefined()
    },
  )

  test('without PUBLIC_URL there are no absolute addresses and no unfilled placeholders', async () => {
    const { body } = await get('/', unknown)
    expect(body).not.toMatch(/canonical|og:url|og:image|twitter:/)
    expect(meta(body, 'og:title')).toContain('Waymark')
    // Placeholders are upper case; a stamp can hold two underscores.
    for (const server of [known, unknown])
      for (const path of ['/', '/message-sent', '/on-the-waitlist'])
        expect((await get(path, server)).body, path).not.toMatch(/__[A-Z]+_[A-Z_]*__/)
  })

  test('the questions and the organization are structured data', async () => {
    const [questions, organization] = structured((await get('/')).body)
    expect(questions).toMatchObject({ '@context': 'https://schema.org', '@type': 'FAQPage' })
    expect(Object(questions).mainEntity.length).toBeGreaterThanOrEqual(8)
    expect(organization).toMatchObject({
      '@type': 'Organization',
      name: 'Waymark',
      url: `${SITE}/`,
      logo: `${SITE}/icon-512.png`,
    })
    const [, nameless] = structured((await get('/', unknown)).body)
    expect(nameless).toMatchObject({ '@type': 'Organization', name: 'Waymark' })
    expect(nameless).not.toHaveProperty('url')
  })

  test('the privacy notice can be indexed and is linked from both forms', async () => {
    const { body, headers } = await get('/privacy')
    expect(headers['x-robots-tag']).toBeUndefined()
    expect(body).toContain(`<link rel="canonical" href="${SITE}/privacy"/>`)
    expect(meta(body, 'robots')).toBeUndefined()
    expect(meta(body, 'description')).toMatch(/^.{50,160}$/)
    expect(body).toMatch(/<h1[^>]*>What we store about you/)
    const landing = (await get('/')).body
    for (const form of ['contact', 'waitlist']) {
      const [, inside = ''] = new RegExp(`id="${form}-form"(.*?)</form>`, 's').exec(landing) ?? []
      expect(inside, form).toContain('<a href="/privacy">')
    }
  })

  test('robots.txt excludes the console and the API and names the sitemap', async () => {
    const robots = await get('/robots.txt')
    expect(robots.headers['content-type']).toBe('text/plain; charset=utf-8')
    expect(robots.body).toBe(
      `User-agent: *\nDisallow: /admin$\nDisallow: /admin/\nDisallow: /api/\n\nSitemap: ${SITE}/sitemap.xml\n`,
    )
    const sitemap = await get('/sitemap.xml')
    expect(sitemap.headers['content-type']).toBe('application/xml; charset=utf-8')
    expect(sitemap.body.match(/<loc>.*<\/loc>/g)).toEqual([
      `<loc>${SITE}/</loc>`,
      `<loc>${SITE}/privacy</loc>`,
    ])

    expect((await get('/robots.txt', unknown)).body).not.toContain('Sitemap')
    expect((await get('/sitemap.xml', unknown)).statusCode).toBe(404)
  })

  test('console, API and form pages are not indexed, the landing page is', async () => {
    const hidden = ['/admin', '/admin/users?page=2', '/message-sent', '/on-the-waitlist/']
    for (const path of [...hidden, '/api/v1/health', '/api/docs', '/api/v1/nothing', '/api'])
      expect((await get(path)).headers['x-robots-tag'], path).toBe('noindex')
    for (const path of ['/', '/administrator', '/apis', '/robots.txt', '/icon-192.png'])
      expect((await get(path)).headers, path).not.toHaveProperty('x-robots-tag')
    for (const path of ['/message-sent', '/on-the-waitlist'])
      expect(meta((await get(path)).body, 'robots')).toBe('noindex')
  })

  test('unknown addresses of the landing page are not indexed as further pages', async () => {
    for (const path of ['/about', '/some/deep/path', '/about.html']) {
      const named = await get(path)
      expect(named.statusCode, path).toBe(200)
      expect(named.body, path).toContain(`<link rel="canonical" href="${SITE}/"/>`)
      expect(named.headers, path).not.toHaveProperty('x-robots-tag')
      const nameless = await get(path, unknown)
      expect(nameless.statusCode, path).toBe(200)
      expect(nameless.headers['x-robots-tag'], path).toBe('noindex')
    }
    for (const path of ['/', '/?ref=mail', '/privacy'])
      expect((await get(path, unknown)).headers, path).not.toHaveProperty('x-robots-tag')
  })

  test('the manifest and its icons have the right content types', async () => {
    const answer = await get('/site.webmanifest')
    expect(answer.headers['content-type']).toContain('application/manifest+json')
    const { icons } = answer.json() as { icons: { src: string }[] }
    for (const { src } of icons) expect((await get(src)).headers['content-type']).toBe('image/png')
  })
})

describe('an address without a page of its own', () => {
  test.each(['/missing.js', '/assets/old.css', '/wp-login.php', '/.well-known/security.txt'])(
    '%s is a missing file: 404 and no page',
    async (path) => {
      const answer = await get(path)
      expect(answer.statusCode).toBe(404)
      expect(answer.headers['content-type']).toBe('text/plain; charset=utf-8')
      expect(answer.body).toBe('Not found\n')
      expect(answer.headers['cache-control']).toBe('no-store')
    },
  )

  test('HEAD is answered like GET, other methods with 404', async () => {
    const answers: [string, number][] = [
      ['/', 200],
      ['/any/where', 200],
      ['/message-sent', 200],
      ['/robots.txt', 200],
      ['/missing.js', 404],
    ]
    for (const [url, status] of answers) {
      const answer = await known.app.inject({ method: 'HEAD', url })
      expect(answer.statusCode, url).toBe(status)
      expect(answer.headers['content-type']).toBe((await get(url)).headers['content-type'])
    }
    for (const method of ['POST', 'PUT', 'DELETE', 'PATCH'] as const)
      for (const url of ['/', '/message-sent', '/robots.txt'])
        expect((await known.app.inject({ method, url })).statusCode).toBe(404)
  })
})

test('the policy allows only the inline code of the page, by hash', async () => {
  for (const path of ['/', '/message-sent']) {
    const { body, headers } = await get(path)
    const policy = String(headers['content-security-policy'])
    const inline = [...body.matchAll(/<(style|script)(?! type="application)[^>]*>(.*?)<\/\1>/gs)]
    expect(inline.length).toBeGreaterThan(0)
    for (const [, , code = ''] of inline)
      expect(policy).toContain(`'sha256-${createHash('sha256').update(code).digest('base64')}'`)
    expect(policy).not.toMatch(/unsafe|nonce/)
  }
})

test.each([
  ['gzip, br', 'br'],
  ['br;q=0, gzip', 'gzip'],
  ['br;q=0,gzip;q=0', undefined],
])('accept-encoding: %s is answered with %s', async (accepted, encoding) => {
  const answer = await known.app.inject({ url: '/', headers: { 'accept-encoding': accepted } })
  expect(answer.headers['content-encoding']).toBe(encoding)
})
