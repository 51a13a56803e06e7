import { translate } from '#admin/format/translate.ts'
import type { Unit } from '#contract/insight/charts.ts'
import type { Look } from '../palette.ts'
import { namesUnit } from '../words.ts'
import type { Axis } from './ticks.ts'

/** A picture in the grammar of G2, as `Base` of @ant-design/charts takes it. */
export type Spec = Record<string, unknown>

/** The height of every picture: it stands before the figures do. */
export const HEIGHT = 300

/** Narrower than this, every pixel counts: less room beside the plot, and smaller words. */
const NARROW = 400
/** Room at the left of every plot: the plots of a card stand one below the other. */
const GUTTER = { wide: 68, narrow: 64 } as const
/** The height of a legend of one line. */
export const LEGEND = 28

/** What all pictures have in common: their size, and no tooltip of G2's own (React draws it). */
export function frame(width: number, height: number, marks: Spec[], more: Spec = {}): Spec {
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
    interaction: { tooltip: { body: false }, ...Object(more.interaction) },
    // Each mark has an animation of its own; a figure stands at once, for everybody.
    children: marks.map((mark) => ({ ...mark, animate: false })),
  }
}

/** How much of a picture's width stands left of its plot. */
export function gutterOf(width: number): number {
  return width < NARROW ? GUTTER.narrow : GUTTER.wide
}

/** What G2 tells of the entry the pointer is at: its place, as a text, for it takes 0 for nothing. */
export const POINTED = {
  title: ({ at }: { at: number }) => String(at),
  items: [{ channel: 'y' }],
} as const

/** The words of an axis: a light grid, ticks on round numbers, its title. */
export function axisStyle(look: Look, title: string): Spec {
  return {
    title,
    titleFill: look.muted,
    titleOpacity: 1,
    titleFillOpacity: 1,
    titleFontFamily: look.font,
    titleFontSize: 12,
    titleFontWeight: 500,
    labelFill: look.muted,
    labelOpacity: 1,
    labelFillOpacity: 1,
    labelFontFamily: look.font,
    labelFontSize: 11.5,
    tick: false,
    line: false,
    grid: false,
    animate: false,
  }
}

/** The axis of values, at the left. */
export function valueAxisSpec(look: Look, axis: Axis, title: string): Spec {
  return {
    ...axisStyle(look, title),
    labelFormatter: axis.label,
    labelAutoHide: false,
    grid: true,
    gridStroke: look.grid,
    gridStrokeOpacity: 1,
    gridLineWidth: 1,
    gridLineDash: [0, 0],
    titleSpacing: 8,
  }
}

/** Its scale: exactly from the first tick to the last. */
export function valueScale({ from, to, ticks }: Axis): Spec {
  return { type: 'linear', domain: [from, to], nice: false, tickMethod: () => [...ticks] }
}

/** 'Sessions', 'Completion rate (%)': what an axis counts, with its unit. */
export function axisTitle(label: string, unit: Unit): string {
  const text = translate(label)
  if (unit === 'percent') return `${text} (%)`
  return namesUnit(text, unit) ? text : `${text} (${translate(unit)})`
}
