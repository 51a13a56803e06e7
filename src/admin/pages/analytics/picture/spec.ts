import { translate } from '#admin/format/translate.ts'
import type { Unit } from '#contract/insight/charts.ts'
import type { Palette } from '../palette.ts'
import { namesUnit } from '../words.ts'
import type { Axis } from './ticks.ts'

/** A picture in the grammar of G2, as `Base` of @ant-design/charts takes it. */
export type Spec = Record<string, unknown>

/** The height of every picture: it stands before the figures do. */
export const HEIGHT = 300
/** The height of a legend of one line. */
export const LEGEND = 28

/** What all pictures have in common: their size, and no tooltip of G2's own (React draws it). */
export function frame(
  width: number,
  height: number,
  marks: Spec[],
  { tooltip, ...more }: Spec & { tooltip?: Spec },
): Spec {
  return {
    type: 'view',
    autoFit: false,
    width,
    height,
    margin: 0,
    inset: 0,
    theme: { type: 'classic', view: { viewFill: 'transparent' } },
    paddingLeft: gutterOf(width),
    paddingRight: 28,
    paddingTop: 16,
    animate: false,
    legend: false,
    ...more,
    interaction: { tooltip: { body: false, ...tooltip } },
    // Each mark has an animation of its own; a figure stands at once, for everybody.
    children: marks.map((mark) => ({ ...mark, animate: false })),
  }
}

/** How much of a picture's width stands left of its plot; the plots of a card stand one below the other. */
function gutterOf(width: number): number {
  // Narrower than this, every pixel counts.
  return width < 400 ? 64 : 68
}

/** How much of it the plot has. */
export function roomOf(width: number): number {
  return width - gutterOf(width) - 28
}

/** What G2 tells of the entry the pointer is at: its place, as a text, for it takes 0 for nothing. */
export const POINTED = {
  title: ({ at }: { at: number }) => String(at),
  items: [{ channel: 'y' }],
} as const

/** The words of an axis: no line and no ticks, for the numbers are round. */
function axisStyle({ muted, font }: Palette, title: string): Spec {
  return {
    title,
    titleFill: muted,
    titleOpacity: 1,
    titleFillOpacity: 1,
    titleFontFamily: font,
    titleFontSize: 12,
    titleFontWeight: 500,
    labelFill: muted,
    labelOpacity: 1,
    labelFillOpacity: 1,
    labelFontFamily: font,
    labelFontSize: 11.5,
    labelAutoHide: false,
    tick: false,
    line: false,
    grid: false,
    animate: false,
  }
}

/** The axis of entries, below: `more` says what its labels are. */
export function placeAxis(palette: Palette, title: string, more: Spec): Spec {
  return { ...axisStyle(palette, title), labelAutoRotate: false, ...more }
}

/** The axis of values, at the left, with a light grid, and its scale: exactly from the first tick to the last. */
export function valueAxisSpec(palette: Palette, { label, from, to, ticks }: Axis, title: string) {
  const axis: Spec = {
    ...axisStyle(palette, title),
    labelFormatter: label,
    grid: true,
    gridStroke: palette.grid,
    gridStrokeOpacity: 1,
    gridLineWidth: 1,
    gridLineDash: [0, 0],
    titleSpacing: 8,
  }
  const scale: Spec = {
    type: 'linear',
    domain: [from, to],
    nice: false,
    tickMethod: () => [...ticks],
  }
  return { axis, scale }
}

/** 'Sessions', 'Completion rate (%)': what an axis counts, with its unit. */
export function axisTitle(label: string, unit: Unit): string {
  const text = translate(label)
  if (unit === 'percent') return `${text} (%)`
  return namesUnit(text, unit) ? text : `${text} (${translate(unit)})`
}
