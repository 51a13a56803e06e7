import { listInRow } from '#admin/format/lists.ts'
import { translate } from '#admin/format/translate.ts'
import type { WidgetRecord } from '#contract/insight/dashboards.ts'
import { type Draft, isSame } from '../read-dashboard.ts'
import { titleOf } from '../widget-types.ts'

/** What somebody changed in a dashboard, a sentence each. */
export function changesBetween(before: Draft, after: Draft): string[] {
  const had = new Map(before.widgets.map((one) => [one.id, one]))
  const has = new Map(after.widgets.map((one) => [one.id, one]))
  const kept = after.widgets.filter(({ id }) => had.has(id))
  const differs = (of: (widget: WidgetRecord) => unknown) =>
    kept.filter((one) => !isSame(of(one), of(had.get(one.id) ?? one)))
  const each = (text: string, widgets: readonly WidgetRecord[]) =>
    widgets.map((one) => translate(text, { name: titleOf(one) }))
  const together = (text: string, widgets: readonly WidgetRecord[]) =>
    widgets.length === 0 ? [] : [translate(text, { names: listInRow(widgets.map(titleOf)) })]
  const of = (key: 'title' | 'description' | 'layout', text: string) =>
    before[key] === after[key]
      ? []
      : [translate(text, { before: before[key] ?? '', after: after[key] ?? '' })]
  return [
    ...of('title', 'The title was changed from “{before}” to “{after}”.'),
    ...of(
      'description',
      after.description ? 'The description is now “{after}”.' : 'The description was removed.',
    ),
    ...of('layout', after.layout === 'grid' ? 'It is a grid now.' : 'It is a list now.'),
    ...each(
      '{name} was added.',
      after.widgets.filter(({ id }) => !had.has(id)),
    ),
    ...each(
      '{name} was removed.',
      before.widgets.filter(({ id }) => !has.has(id)),
    ),
    ...differs(titleOf).map((one) =>
      translate('{name} is called {title} now.', {
        name: titleOf(had.get(one.id) ?? one),
        title: titleOf(one),
      }),
    ),
    ...each(
      '{name} has other settings now.',
      differs(({ size: _, position: _at, title: _title, ...rest }) => rest),
    ),
    ...together('Moved: {names}.', movedBetween(before, after, kept)),
    ...together(
      'Resized: {names}.',
      differs(({ size }) => size),
    ),
  ]
}

/** Those at another cell of the grid; in a list those that stand behind another one of the kept than before. */
function movedBetween(before: Draft, after: Draft, kept: readonly WidgetRecord[]): WidgetRecord[] {
  if (before.layout !== after.layout) return []
  const order = before.widgets.filter(({ id }) => kept.some((one) => one.id === id))
  return kept.filter(({ id, position }, place) =>
    after.layout === 'grid'
      ? !isSame(position, order.find((one) => one.id === id)?.position)
      : order[place]?.id !== id,
  )
}
