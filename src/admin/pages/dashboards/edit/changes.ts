import { translate } from '#admin/format/translate.ts'
import type { WidgetRecord } from '#contract/insight/dashboards.ts'
import { type Draft, isSame } from '../read-dashboard.ts'
import { titleOf } from '../widget-types.ts'

/** What somebody changed in a dashboard, a sentence each. */
export function changesBetween(before: Draft, after: Draft): string[] {
  const had = new Map(before.widgets.map((one) => [one.id, one]))
  const has = new Map(after.widgets.map((one) => [one.id, one]))
  const named = (english: string, widget: WidgetRecord) =>
    translate(english, { name: titleOf(widget) })
  const kept = after.widgets.filter(({ id }) => had.has(id))
  const differs = (of: (widget: WidgetRecord) => unknown) =>
    kept.filter((one) => !isSame(of(one), of(had.get(one.id) ?? one)))
  const list = (english: string, widgets: readonly WidgetRecord[]) =>
    widgets.length === 0
      ? []
      : [translate(english, { names: widgets.map((one) => titleOf(one)).join(', ') })]
  return [
    ...(before.title === after.title
      ? []
      : [
          translate('The title was changed from “{before}” to “{after}”.', {
            before: before.title,
            after: after.title,
          }),
        ]),
    ...(before.description === after.description
      ? []
      : [
          after.description
            ? translate('The description is now “{description}”.', {
                description: after.description,
              })
            : translate('The description was removed.'),
        ]),
    ...(before.layout === after.layout
      ? []
      : [translate(after.layout === 'grid' ? 'It is a grid now.' : 'It is a list now.')]),
    ...after.widgets.filter(({ id }) => !had.has(id)).map((one) => named('{name} was added.', one)),
    ...before.widgets
      .filter(({ id }) => !has.has(id))
      .map((one) => named('{name} was removed.', one)),
    ...differs(titleOf).map((one) =>
      translate('{name} is called {title} now.', {
        name: titleOf(had.get(one.id) ?? one),
        title: titleOf(one),
      }),
    ),
    ...differs(({ size: _, position: _at, title: _title, ...rest }) => rest).map((one) =>
      named('{name} has other settings now.', one),
    ),
    ...list('Moved: {names}.', movedBetween(before, after)),
    ...list(
      'Resized: {names}.',
      differs(({ size }) => size),
    ),
  ]
}

/** Those at another cell of the grid; in a list those that stand behind another one of the kept than before. */
function movedBetween(before: Draft, after: Draft): WidgetRecord[] {
  const had = new Map(before.widgets.map((one) => [one.id, one]))
  const kept = after.widgets.filter(({ id }) => had.has(id))
  if (before.layout !== after.layout) return []
  if (after.layout === 'grid')
    return kept.filter(({ id, position }) => !isSame(position, had.get(id)?.position))
  const ids = new Set(kept.map(({ id }) => id))
  const order = before.widgets.filter(({ id }) => ids.has(id))
  return kept.filter(({ id }, place) => order[place]?.id !== id)
}
