import { readFileSync } from 'node:fs'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { renderFormPage, renderLanding } from './markup.tsx'

describe('the head', () => {
  test('links to the icons and the manifest, and colours the browser by day and night', () => {
    const tags = [
      '<link rel="icon" href="/favicon.ico" sizes="16x16 32x32"/>',
      '<link rel="icon" href="/favicon.svg" type="image/svg+xml"/>',
      '<link rel="apple-touch-icon" href="/apple-touch-icon.png"/>',
      '<link rel="manifest" href="/site.webmanifest"/>',
      '<meta name="theme-color" media="(prefers-color-scheme: light)" content="#e4f1ee"/>',
      '<meta name="theme-color" media="(prefers-color-scheme: dark)" content="#07110f"/>',
      '<meta name="color-scheme" content="light dark"/>',
    ]
    for (const head of [renderLanding('/font').head, renderFormPage('message-sent', '/font').head])
      for (const tag of tags) expect(head).toContain(tag)
  })

  test('excludes the console and the forms’ pages from search engines, not the page itself', () => {
    const noindex = /<meta name="robots" content="noindex" ?\/>/
    expect(readFileSync('admin.html', 'utf8')).toMatch(noindex)
    expect(renderFormPage('contact-again', '/font').head).toMatch(noindex)
    expect(renderLanding('/font').head).not.toMatch(noindex)
  })
})

describe('metadata for search engines', () => {
  afterEach(() => {
    vi.doUnmock('./content.ts')
    vi.resetModules()
  })

  test('no text can close its element or open a comment', async () => {
    const { content } = await import('./content.ts')
    const answer = 'Yes: </script><script>alert(1)</script> and <!-- that.'
    const list = [{ question: 'Is <b> safe?', answer }]
    vi.resetModules()
    vi.doMock('./content.ts', () => ({ content: { ...content, faq: { ...content.faq, list } } }))
    const { structuredData } = await import('./structured-data.ts')

    const blocks = structuredData().split(/<\/?script(?: [^>]*)?>/)
    const [questions = ''] = blocks.filter((text) => text.includes('FAQPage'))
    expect(questions).not.toContain('<')
    expect(JSON.parse(questions).mainEntity[0]).toMatchObject({
      name: 'Is <b> safe?',
      acceptedAnswer: { text: answer },
    })
  })
})
