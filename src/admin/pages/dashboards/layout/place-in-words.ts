import { translate } from '#admin/format/translate.ts'
import type { WidgetRecord } from '#contract/insight/dashboards.ts'
import { titleOf } from '../widget-types.ts'

/** Where a widget stands now, or how large it is, in words for the live region. */
export function placeInWords(
  widgets: readonly WidgetRecord[],
  id: string,
  what: 'moved' | 'reordered' | 'resized',
): string {
  const at = widgets.findIndex((one) => one.id === id)
  const widget = widgets[at]
  if (!widget) return ''
  const name = titleOf(widget)
  const { size, position } = widget
  switch (what) {
    case 'moved':
      return translate('{name} moved to column {column}, row {row}', {
        name,
        column: position.x + 1,
        row: position.y + 1,
      })
    case 'reordered':
      return translate('{name} moved to place {place} of {count}', {
        name,
        place: at + 1,
        count: widgets.length,
      })
    case 'resized':
      return translate('{name} is {width} wide and {height} high', {
        name,
        width: size.width,
        height: size.height,
      })
  }
}
