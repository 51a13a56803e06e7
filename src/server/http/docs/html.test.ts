import { expect, test } from 'vitest'
import { html, raw } from './html.ts'

test('values are escaped, HTML and lists of it are not', () => {
  const items = ['<b>', '"&\''].map((text) => html`<li>${text}</li>`)
  expect(html`<ul title="${'"'}">${items}${undefined}${raw('<hr>')}${7}</ul>`.html).toBe(
    '<ul title="&quot;"><li>&lt;b&gt;</li><li>&quot;&amp;&#39;</li><hr>7</ul>',
  )
})
