import { createHash } from 'node:crypto'
import { resolve } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
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

/** What a tag of the head says, unescaped; undefined when there is none. */
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
    '%s names the root as its address, and the picture with its size',
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

  test('without a public address nothing absolute is said, and nothing of a mark is left', async () => {
    const { body } = await get('/', unknown)
    expect(body).not.toMatch(/canonical|og:url|og:image|twitter:/)
    expect(meta(body, 'og:title')).toContain('Waymark')
    // A stamp is any signs, two underlines among them.
    for (const server of [known, unknown])
      for (const path of ['/', '/message-sent', '/on-the-waitlist'])
        expect((await get(path, server)).body, path).not.toMatch(/__[A-Z]+_[A-Z_]*__/)
  })

  test('the questions and the organization are told as data', async () => {
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

  test('what becomes of what visitors send stands on a page that may be found, and at both forms', async () => {
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

  test('robots keep out of the console and the API, and find the sitemap', async () => {
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

  test('console, API and the pages of forms are not indexed; the landing page is', async () => {
    const hidden = ['/admin', '/admin/users?page=2', '/message-sent', '/on-the-waitlist/']
    for (const path of [...hidden, '/api/v1/health', '/api/docs', '/api/v1/nothing', '/api'])
      expect((await get(path)).headers['x-robots-tag'], path).toBe('noindex')
    for (const path of ['/', '/administrator', '/apis', '/robots.txt', '/icon-192.png'])
      expect((await get(path)).headers, path).not.toHaveProperty('x-robots-tag')
    for (const path of ['/message-sent', '/on-the-waitlist'])
      expect(meta((await get(path)).body, 'robots')).toBe('noindex')
  })

  test('the landing page at an address that nobody gave it is one page to search engines', async () => {
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

  test('the manifest comes as one', async () => {
    const answer = await get('/site.webmanifest')
    expect(answer.headers['content-type']).toContain('application/manifest+json')
    const { icons } = answer.json() as { icons: { src: string }[] }
    for (const { src } of icons) expect((await get(src)).headers['content-type']).toBe('image/png')
  })
})

describe('an address without a page of its own', () => {
  test.each([
    '/missing.js',
    '/assets/old.css',
    '/assets',
    '/deep/er/photo.webp?v=2',
    '/favicon-old.ico',
    '/wp-login.php',
    '/site.webmanifest.map',
    '/sitemap.xml.gz',
    '/.env',
    '/.well-known/security.txt',
  ])('%s is a missing file: 404 and no page', async (path) => {
    const answer = await get(path)
    expect(answer.statusCode).toBe(404)
    expect(answer.headers['content-type']).toBe('text/plain; charset=utf-8')
    expect(answer.body).toBe('Not found\n')
    expect(answer.headers['cache-control']).toBe('no-store')
  })

  test.each(['/v2.0', '/about.html', '/a.b/c', '/administrator', '/adminx'])(
    '%s is a page like any other',
    async (path) => {
      const answer = await get(path)
      expect(answer.statusCode).toBe(200)
      expect(answer.body).toContain('<h1')
    },
  )

  test('a path of any length is judged at once', async () => {
    // A pattern that begins anew at each letter would need a minute for this one.
    const long = 'a'.repeat(300_000)
    expect((await get(`/x.${long}!`)).statusCode).toBe(200)
    expect((await get(`/x.${long}`)).statusCode).toBe(404)
  })

  test('HEAD is answered as GET is; other methods with 404', async () => {
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

test('the thank-you pages say so, look like the landing page and lead back', async () => {
  for (const [path, words] of [
    ['/message-sent', 'We have received your message'],
    ['/message-sent/', 'We have received your message'],
    ['/on-the-waitlist', 'You are on the waitlist'],
    ['/on-the-waitlist/?from=mail', 'You are on the waitlist'],
  ] as const) {
    const { body, statusCode, headers } = await get(path)
    expect(statusCode).toBe(200)
    expect(headers['cache-control']).toBe('private, no-cache')
    expect(body).toContain(words)
    expect(body).toContain('<a href="/"')
    expect(body.match(/<h1[ >]/g)).toHaveLength(1)
    expect(body).toMatch(/<style>./)
  }
})

test('a crowd of one second gets one page; who comes later, a fresh stamp', async () => {
  const visit = () => known.app.inject({ url: '/', headers: { 'accept-encoding': 'br' } })
  const stampIn = (payload: Buffer) =>
    /name="stamp" value="([0-9a-z]+\.[\w-]{43})"/.exec(
      brotliDecompressSync(payload).toString(),
    )?.[1]
  const earlier = stampIn((await visit()).rawPayload)
  await expect.poll(async () => stampIn((await visit()).rawPayload)).not.toBe(earlier)
  // The second has only just begun.
  const [one, other] = await Promise.all([visit(), visit()])
  expect(stampIn(one.rawPayload)).toBe(stampIn(other.rawPayload))
})

test('the policy lets in what stands in the page, by its hash, and nothing else inline', async () => {
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
  ['br', 'br'],
  ['gzip, br', 'br'],
  ['BR', 'br'],
  ['*', 'br'],
  ['br;q=0, gzip', 'gzip'],
  ['br;q=0,gzip;q=0', undefined],
  ['identity', undefined],
])('accept-encoding: %s is answered with %s', async (accepted, encoding) => {
  const answer = await known.app.inject({ url: '/', headers: { 'accept-encoding': accepted } })
  expect(answer.headers['content-encoding']).toBe(encoding)
})
