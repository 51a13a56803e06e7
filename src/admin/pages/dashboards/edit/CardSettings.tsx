import {
  ArrowDownOutlined,
  ArrowLeftOutlined,
  ArrowRightOutlined,
  ArrowUpOutlined,
  ColumnHeightOutlined,
  ColumnWidthOutlined,
  VerticalAlignMiddleOutlined,
} from '@ant-design/icons'
import type { ReactNode } from 'react'
import { translate } from '#admin/format/translate.ts'
import { IconButton } from '#admin/ui/IconButton.tsx'
import { Select } from '#admin/ui/Select.tsx'
import type { WidgetRecord } from '#contract/insight/dashboards.ts'
import { REFRESH_LEAST, REFRESH_MOST } from '#contract/insight/widgets.ts'
import type { Choice } from '#model/declaration.ts'
import type { Direction } from '../layout/move.ts'
import { titleOf } from '../widget-types.ts'
import css from './CardSettings.module.css'
import type { Shape } from './use-lift.ts'

const SECONDS = [REFRESH_LEAST, 60, 300, 900, 1800, REFRESH_MOST]

/** How often a widget may be read, with what is stored now if that is none of them. */
function intervalChoices(stored: number): Choice[] {
  const all = SECONDS.includes(stored) ? SECONDS : [...SECONDS, stored].sort((a, b) => a - b)
  return all.map((seconds) => ({ value: String(seconds), label: inWords(seconds) }))
}

function inWords(seconds: number): string {
  if (seconds === 3600) return translate('Every hour')
  if (seconds % 60 === 0)
    return seconds === 60
      ? translate('Every minute')
      : translate('Every {count} minutes', { count: seconds / 60 })
  return translate('Every {count} seconds', { count: seconds })
}

interface Step {
  label: string
  direction: Direction
  icon: ReactNode
}

const MOVES: readonly Step[] = [
  { label: 'Move {name} left', direction: 'left', icon: <ArrowLeftOutlined aria-hidden="true" /> },
  { label: 'Move {name} up', direction: 'up', icon: <ArrowUpOutlined aria-hidden="true" /> },
  { label: 'Move {name} down', direction: 'down', icon: <ArrowDownOutlined aria-hidden="true" /> },
  {
    label: 'Move {name} right',
    direction: 'right',
    icon: <ArrowRightOutlined aria-hidden="true" />,
  },
]

const SIZES: readonly Step[] = [
  {
    label: 'Make {name} narrower',
    direction: 'left',
    icon: <VerticalAlignMiddleOutlined rotate={90} aria-hidden="true" />,
  },
  {
    label: 'Make {name} wider',
    direction: 'right',
    icon: <ColumnWidthOutlined aria-hidden="true" />,
  },
  {
    label: 'Make {name} shorter',
    direction: 'up',
    icon: <VerticalAlignMiddleOutlined aria-hidden="true" />,
  },
  {
    label: 'Make {name} taller',
    direction: 'down',
    icon: <ColumnHeightOutlined aria-hidden="true" />,
  },
]

/** In place of the figures: how often they are read, and every move and size without dragging (WCAG 2.5.7). */
export function CardSettings({
  widget,
  shape: { isList, hasSizes },
  change,
  step,
}: {
  widget: WidgetRecord
  shape: Shape
  change: (part: Partial<WidgetRecord>) => void
  step: (direction: Direction, isResize: boolean) => void
}) {
  const { dataSource } = widget
  const name = titleOf(widget)
  const moves = isList
    ? MOVES.filter(({ direction }) => direction === 'up' || direction === 'down')
    : MOVES
  const row = (label: string, steps: readonly Step[], isResize: boolean) => (
    <div className={css.setting}>
      <span>{translate(label)}</span>
      <span className={css.steps}>
        {steps.map((one) => (
          <IconButton
            key={one.label}
            label={translate(one.label, { name })}
            icon={one.icon}
            onClick={() => step(one.direction, isResize)}
          />
        ))}
      </span>
    </div>
  )
  return (
    <div className={css.settings}>
      <div className={css.setting}>
        <span aria-hidden="true">{translate('Refresh')}</span>
        <span className={css.interval}>
          <Select
            isClearable={false}
            aria-label={translate('Refresh {name}', { name })}
            value={String(dataSource.refreshInterval)}
            choices={intervalChoices(dataSource.refreshInterval)}
            onChange={({ target }) =>
              change({ dataSource: { ...dataSource, refreshInterval: Number(target.value) } })
            }
          />
        </span>
      </div>
      {row('Move', moves, false)}
      {hasSizes ? row('Size', SIZES, true) : null}
    </div>
  )
}
