import { describe, expect, test, vi } from 'vitest'
import { FORM_ANSWERS, STAMP_MARK, slot, TRAP } from '#contract/forms.ts'
import { describe as describePath } from '#model/describe.ts'
import waitlist from '#resources/waitlist.ts'
import { content } from './content.ts'
import { renderFormPage, renderLanding, renderWaitlistPage } from './markup.tsx'

const { head, body } = renderLanding('/assets/inter.woff2')

describe('the landing page’s markup', () => {
  test('has its sections in the order of the specification', () => {
    const sections = [...body.matchAll(/<section[^>]+(?:id|class)="([\w-]+)" /g)]
    expect(sections.map(([tag]) => /id="([\w-]+)"/.exec(tag)?.[1] ?? 'hero')).toEqual([
      'hero',
      'about',
      'how',
      'fields',
      'advantages',
      'pricing',
      'testimonials',
      'faq',
      'waitlist',
      'contact',
    ])
    const frame = ['<header', '<main', '<section', '</main>', '<footer'].map((tag) =>
      body.indexOf(tag),
    )
    expect(frame).toEqual(frame.toSorted((a, b) => a - b))
    expect(frame[0]).toBeGreaterThan(0)
  })

  test('holds the hero’s fixed texts', () => {
    const hero = textOf(section('hero-title'))
    for (const text of ['Join the Waitlist', 'Download App (Coming Soon)'])
      expect(hero).toContain(text)
    const { start, accent } = content.hero.headline
    expect(`${start} ${accent}`.split(' ').length).toBeLessThanOrEqual(9)
  })

  test('explains how it works in five parts, with four phases, five rules and five roles', () => {
    const how = section('how-title')
    const parts = [
      ['TELL matching', 4],
      ['Mission Center', 4],
      ['Transfer Sessions', 3],
      ['Protocol System', 5],
      ['Team Hub', 5],
    ] as const
    const tabs = [...how.matchAll(/<a class="how-tab"[^>]*href="#([\w-]+)".*?<\/a>/g)]
    expect(tabs.map(([tab]) => textOf(tab))).toEqual(parts.map(([name]) => name))
    tabs.forEach(([, id], at) => {
      const panel = how.slice(how.indexOf(` id="${id}"`)).split('class="how-panel')[0] ?? ''
      expect(panel.match(/<li/g), id).toHaveLength(parts[at]?.[1] ?? 0)
    })
    const missions = how.slice(how.indexOf(' id="how-missions"'), how.indexOf(' id="how-sessions"'))
    expect([...missions.matchAll(/<strong>(.*?)<\/strong>/g)].map(([, phase]) => phase)).toEqual([
      'Briefing',
      'Planning',
      'Execution',
      'Debriefing',
    ])
  })

  test('names five fields and six advantages', () => {
    expect(headings('fields-title', 3)).toEqual([
      'Technology',
      'Healthcare',
      'Business & Management',
      'Education & Training',
      'Engineering',
    ])
    expect(headings('advantages-title', 3)).toHaveLength(6)
  })

  test('prices three tiers with their limits', () => {
    const tiers = section('pricing-title').split('<li').slice(1).map(textOf)
    const limits = [
      ['2 basic AI Travelers', 'One Transfer Session per week', 'Limited missions'],
      ['A team of 3-5 personas', 'Unlimited missions', 'Daily sessions'],
      [],
    ]
    expect(headings('pricing-title', 3)).toEqual([
      'Free Tier',
      'Premium Tier',
      'Enterprise Solutions',
    ])
    expect(tiers.map((tier) => /(\$[\d.]+ per month|Custom pricing)/.exec(tier)?.[0])).toEqual([
      '$0 per month',
      '$9.99 per month',
      'Custom pricing',
    ])
    limits.forEach((texts, at) => {
      for (const text of texts) expect(tiers[at]).toContain(text)
    })
  })

  test('has the same prices and limits in the questions as in the tiers', () => {
    const questions = section('faq-title').split('<details').slice(1).map(textOf)
    const cost = questions.find((text) => text.startsWith('What does it cost?')) ?? ''
    expect(cost.match(/\$[\d.]+\d/g)).toEqual(['$9.99'])
    expect(questions.join(' ').match(/\$/g)).toHaveLength(1)
    expect(cost).toMatch(
      /The Free Tier has 2 basic AI Travelers, one Transfer Session per week and/,
    )
    expect(cost).toMatch(
      /The Premium Tier costs \$9.99 per month and has a team of 3-5 personas, unlimited missions and daily sessions/,
    )
  })

  test('marks each of three testimonials as a sample, under a role', () => {
    const voices = section('testimonials-title').split('<li').slice(1)
    expect(voices).toHaveLength(3)
    voices.forEach((voice, at) => {
      expect(textOf(voice)).toMatch(/^Sample /)
      expect(voice).toContain('<blockquote>')
      expect(textOf(voice)).toContain(content.testimonials.list[at]?.role)
    })
    expect(textOf(section('testimonials-title'))).toContain('Sample texts. The app is not released')
  })

  test('answers at least eight questions by native disclosure', () => {
    const faq = section('faq-title')
    expect(faq.match(/<details><summary>/g)?.length).toBeGreaterThanOrEqual(8)
    for (const { question, answer } of content.faq.list) {
      expect(textOf(faq)).toContain(question)
      expect(textOf(faq)).toContain(answer)
    }
  })

  test('ends with anchors to every section and 2025', () => {
    const footer = body.slice(body.indexOf('<footer'))
    for (const [, id] of body.matchAll(/<section[^>]+id="([\w-]+)"/g))
      expect(footer).toContain(`href="#${id}"`)
    expect(textOf(footer)).toContain('© 2025 Waymark')
  })

  test('has one h1, and skips no heading level', () => {
    const levels = [...body.matchAll(/<h([1-6])/g)].map(([, level]) => Number(level))
    expect(levels.filter((level) => level === 1)).toHaveLength(1)
    levels.forEach((level, at) => {
      expect(level - (levels[at - 1] ?? 0)).toBeLessThanOrEqual(1)
    })
  })

  test('every anchor has a target on the page', () => {
    const targets = [...body.matchAll(/ href="#([^"]+)"/g)].map(([, id]) => id)
    expect(targets.length).toBeGreaterThan(5)
    for (const id of targets) {
      if (id !== 'top') expect(body.includes(` id="${id}"`), id).toBe(true)
    }
  })

  test('gives every id once', () => {
    const ids = [...body.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id)
    expect(ids.filter((id, at) => ids.indexOf(id) !== at)).toEqual([])
  })

  test('contains nothing that the content security policy refuses', () => {
    expect(body).not.toMatch(/ style=|<style|<script| on[a-z]+=/)
  })

  test('describes itself and names no absolute address', () => {
    expect(head).toContain(`<title>${content.meta.title}</title>`)
    expect(head).toContain('name="description"')
    expect(head).toContain('property="og:title"')
    expect(head + body).not.toMatch(/(href|src|content)="https?:/)
  })
})

describe('the forms', () => {
  test('contact requires name, email, subject and message, as declared', () => {
    const form = section('contact-title')
    expect(labels(form)).toEqual(['Name', 'Email', 'Subject', 'Message'])
    for (const [field, most] of [
      ['name', 120],
      ['email', 254],
      ['subject', 200],
      ['message', 5000],
    ]) {
      expect(control(form, `contact-${field}`)).toMatch(
        new RegExp(`(?=.* required)(?=.*maxlength="${most}")`, 'i'),
      )
    }
    expect(form).toMatch(/<form[^>]+action="\/api\/v1\/contact" method="post"/)
    expect(form).toMatch(/<button[^>]+type="submit">Send Message</)
  })

  test('the waitlist asks only for an address', () => {
    const form = section('waitlist-title')
    expect(control(form, 'waitlist-email')).toMatch(/ required/)
    expect(control(form, 'waitlist-who')).not.toMatch(/ required/)
    const values = [...form.matchAll(/<option value="([^"]+)"/g)].map(([, value]) => value)
    const declared = describePath(waitlist.create, 'who')?.choices?.map(({ value }) => value)
    expect(values).toEqual(declared)
    expect(form).toMatch(/<form[^>]+action="\/api\/v1\/waitlist" method="post"/)
  })

  test('post to the API of the build', async () => {
    vi.stubEnv('VITE_API_URL', 'https://api.example.org/')
    vi.resetModules()
    const elsewhere = await import('./markup.tsx')
    vi.unstubAllEnvs()
    expect(elsewhere.renderLanding('/font').body).toContain(
      'action="https://api.example.org/api/v1/contact"',
    )
  })

  test('carry a stamp, and a trap that no person meets', () => {
    for (const title of ['contact-title', 'waitlist-title']) {
      expect(section(title)).toContain(`name="stamp" value="${STAMP_MARK}"`)
      expect(section(title)).toMatch(
        new RegExp(`<div class="form-trap" aria-hidden="true">.*tabindex="-1"[^>]+name="${TRAP}"`),
      )
    }
    // What browsers and password managers know they fill in, for people who see nothing of it.
    const known =
      /name|mail|phone|tel|fax|mobile|url|web|site|home|page|company|organi|address|street|city|zip|post|code|state|country|title|birth|card|user|pass|search|comment|message|subject/
    expect(TRAP).not.toMatch(known)
  })

  test('are returned without script with their values and errors', () => {
    const again = renderFormPage('contact-again', '/font').body
    for (const field of ['name', 'email', 'subject', 'message']) {
      const written = again.slice(again.indexOf(`id="contact-${field}"`))
      expect(written).toContain(`__VALUE_${field}__`)
      expect(written).toContain(`aria-invalid="__INVALID_${field}__"`)
      expect(written).toContain(`id="contact-${field}-error">__ERROR_${field}__`)
    }
    expect(again).toContain('__FAILURE__')
    const { whoNone, whoChoices } = content.waitlist
    const options = Object.entries(whoChoices).map(
      ([value, label]) =>
        `<option value="${value}" ${slot.chosen('who', value)}="">${label}</option>`,
    )
    expect(renderFormPage('waitlist-again', '/font').body).toContain(
      `<option value="">${whoNone}</option>${options.join('')}</select>`,
    )
  })

  test('are thanked for on pages of their own', () => {
    expect(textOf(renderFormPage('message-sent', '/font').body)).toContain(FORM_ANSWERS.contact)
    expect(textOf(renderFormPage('on-the-waitlist', '/font').body)).toContain(FORM_ANSWERS.waitlist)
  })
})

test('the pages of the waitlist’s mails change something only by a button', () => {
  const confirm = renderWaitlistPage('waitlist-confirm', '/font').body
  expect(confirm).toMatch(/<form[^>]* action="\/api\/v1\/waitlist\/confirm" method="post">/)
  expect(confirm).toMatch(/<button[^>]* type="submit"/)
  expect(confirm).not.toMatch(/submit\(\)|fetch/)
  // Without script the form stands, and the way back from a part of the link does not.
  expect(confirm).toMatch(/<div id="with-code"><h1>/)
  expect(confirm).toMatch(/<div id="without-code" hidden=""><h1>/)
  // Where it stands is where it posts to.
  const leave = renderWaitlistPage('waitlist-unsubscribe', '/font').body
  expect(leave).toMatch(/<form class="form" method="post"><button class="button" type="submit">/)
  expect(renderWaitlistPage('waitlist-left', '/font').body).not.toContain('<form')
})

/** The markup of the section with this heading. */
function section(title: string): string {
  const start = body.indexOf(`aria-labelledby="${title}"`)
  return body.slice(start, body.indexOf('</section>', start))
}

function textOf(markup: string): string {
  return markup
    .slice(/^[^<>]*>/.exec(markup)?.[0].length ?? 0)
    .replace(/<[^>]*>/g, ' ')
    .replaceAll('&amp;', '&')
    .replaceAll('&#x27;', "'")
    .replace(/\s+/g, ' ')
    .trim()
}

function headings(title: string, level: number): string[] {
  const found = section(title).matchAll(new RegExp(`<h${level}[^>]*>(.*?)</h${level}>`, 'g'))
  return [...found].map(([, text = '']) => textOf(text))
}

function labels(form: string): string[] {
  return [...form.matchAll(/<label for="[\w-]+">([^<]+)<\/label><(?:input|textarea)/g)]
    .map(([, text = '']) => text.trim())
    .filter((text) => text !== content.forms.trap)
}

/** The opening tag of the control with this id. */
function control(form: string, id: string): string {
  return new RegExp(`<(?:input|select|textarea)[^>]* id="${id}"[^>]*>`).exec(form)?.[0] ?? ''
}
