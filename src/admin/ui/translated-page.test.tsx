// @vitest-environment jsdom
import { cleanup, render } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { translatePage } from '../../../tests/support/translator.ts'
import { guardTranslatedPage } from './translated-page.ts'

const { removeChild, insertBefore } = Node.prototype

beforeAll(guardTranslatedPage)
afterEach(cleanup)
// Other files share this window.
afterAll(() => {
  Object.assign(Node.prototype, { removeChild, insertBefore })
  Reflect.deleteProperty(Text.prototype, 'nodeValue')
})

/** Text nodes beside others, which change, come, go and are sorted. */
function line({ count, names, isMarked }: { count: number; names: string[]; isMarked: boolean }) {
  return (
    <p>
      {isMarked ? 'New: ' : null}
      {count} of {names.length} selected
      {isMarked ? <b>!</b> : ' (all)'}
      {names.map((name) => (
        <i key={name}>{name}</i>
      ))}
      {isMarked ? null : 'end'}
    </p>
  )
}

const before = { count: 1, names: ['Ada', 'Bo'], isMarked: false }
const after = { count: 2, names: ['Cy', 'Bo', 'Ada'], isMarked: true }

/** How a translator may put its element in place of a text. */
const ways: Record<string, (text: Text, font: Element) => void> = {
  'in one step': (text, font) => text.replaceWith(font),
  'in front of it first': (text, font) => {
    text.before(font)
    text.remove()
  },
  'behind it first': (text, font) => {
    text.after(font)
    text.remove()
  },
  'around it': (text, font) => {
    text.before(font)
    font.append(text)
  },
}

describe.each(Object.entries(ways))('a text replaced %s', (_, replace) => {
  test.each([
    [before, after],
    [after, before],
  ])('shows the new values after an update', (one, other) => {
    const { container, rerender } = render(line(other))
    const wanted = container.textContent
    rerender(line(one))
    for (const text of textsOf(container)) {
      const font = document.createElement('font')
      replace(text, font)
      if (!font.contains(text)) font.textContent = text.data
    }
    rerender(line(other))
    expect(container.textContent).toBe(wanted)
  })
})

test('a page that is translated all the time shows each new value', async () => {
  const { container, rerender } = render(line(before))
  const stop = translatePage(true)
  for (const values of [after, before, { ...before, count: 7 }, after]) {
    rerender(line(values))
    await Promise.resolve()
    const { container: plain, unmount } = render(line(values))
    expect(container.textContent).toBe(plain.textContent)
    unmount()
  }
  expect(container.querySelectorAll('font').length).toBeGreaterThan(0)
  stop()
})

function textsOf(container: Element): Text[] {
  return [...container.querySelectorAll('*')].flatMap(({ childNodes }) =>
    [...childNodes].filter((node) => node instanceof Text),
  )
}
