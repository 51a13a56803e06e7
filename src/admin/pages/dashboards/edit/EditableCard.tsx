import {
  ArrowDownOutlined,
  ArrowLeftOutlined,
  ArrowRightOutlined,
  ArrowUpOutlined,
  CloseOutlined,
  ColumnHeightOutlined,
  ColumnWidthOutlined,
  HolderOutlined,
  SettingOutlined,
  VerticalAlignMiddleOutlined,
} from '@ant-design/icons'
import { Flex } from 'antd'
import { type ReactNode, useState } from 'react'
import { translate } from '#admin/format/translate.ts'
import { alongReading } from '#admin/ui/direction.ts'
import { IconButton } from '#admin/ui/IconButton.tsx'
import { TextInput } from '#admin/ui/TextInput.tsx'
import type { WidgetRecord } from '#contract/insight/dashboards.ts'
import type { TimeRange } from '#contract/insight/days.ts'
import { HANDLE_HELP, longest } from '../dashboard.ts'
import type { Direction } from '../layout/arrange.ts'
import { nameOfType, titleOf } from '../widget-types.ts'
import { Widget } from '../widgets/Widget.tsx'
import css from './EditableCard.module.css'
import type { Lift, Shape } from './use-lift.ts'

interface Props {
  widget: WidgetRecord
  range: TimeRange
  lift: Lift
  shape: Shape
  rename: (title: string) => void
  remove: () => void
}

/** A widget while its dashboard is edited: a handle, its title to write, its settings, and the way out. */
export function EditableCard(props: Props) {
  const { widget, range, lift, rename, remove } = props
  const [isOpen, setOpen] = useState(false)
  const name = titleOf(widget)
  const isLifted = lift.id === widget.id
  return (
    <Flex
      vertical
      component="section"
      className={css.card ?? ''}
      data-lifted={isLifted || undefined}
      aria-label={name}
    >
      <Flex align="center" style={{ flex: 'none', padding: '8px 8px 0' }}>
        <span className={css.grip} data-grip="">
          <IconButton
            label={translate('Move {name}', { name })}
            icon={<HolderOutlined aria-hidden="true" />}
            aria-describedby={HANDLE_HELP}
            aria-pressed={isLifted}
            title={translate('Drag to move')}
            onClick={({ detail }) => {
              // A click of the mouse is the end of a drag; keys and screen readers click without one.
              if (detail === 0) lift.toggle(widget.id)
            }}
            onKeyDown={(event) => lift.onKey(event, widget.id)}
            onBlur={lift.drop}
          />
        </span>
        <span className={css.title}>
          <TextInput
            aria-label={translate('Title of {name}', { name })}
            value={widget.title}
            placeholder={nameOfType(widget.type)}
            maxLength={longest('widgets.0.title')}
            onChange={({ target }) => rename(target.value)}
          />
        </span>
        <IconButton
          label={translate('Settings of {name}', { name })}
          icon={<SettingOutlined aria-hidden="true" />}
          title={translate('Settings')}
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        />
        <IconButton
          label={translate('Remove {name}', { name })}
          icon={<CloseOutlined aria-hidden="true" />}
          title={translate('Remove')}
          onClick={remove}
        />
      </Flex>
      {isOpen ? (
        <Settings {...props} />
      ) : (
        // What a widget offers is for looking at it; while arranging, it would only be in the way.
        <div style={{ flex: '1', minHeight: 0, padding: '4px 16px 12px' }} inert>
          <Widget widget={widget} timeRange={range} />
        </div>
      )}
    </Flex>
  )
}

type Step = readonly [label: string, direction: Direction, icon: ReactNode]

const MOVES: readonly Step[] = [
  ['Move {name} left', 'left', <ArrowLeftOutlined key="icon" aria-hidden="true" />],
  ['Move {name} up', 'up', <ArrowUpOutlined key="icon" aria-hidden="true" />],
  ['Move {name} down', 'down', <ArrowDownOutlined key="icon" aria-hidden="true" />],
  ['Move {name} right', 'right', <ArrowRightOutlined key="icon" aria-hidden="true" />],
]

const NARROWER = <VerticalAlignMiddleOutlined key="icon" rotate={90} aria-hidden="true" />
const SIZES: readonly Step[] = [
  ['Make {name} narrower', 'left', NARROWER],
  ['Make {name} wider', 'right', <ColumnWidthOutlined key="icon" aria-hidden="true" />],
  ['Make {name} shorter', 'up', <VerticalAlignMiddleOutlined key="icon" aria-hidden="true" />],
  ['Make {name} taller', 'down', <ColumnHeightOutlined key="icon" aria-hidden="true" />],
]

/** In place of the figures: every move and size without dragging (WCAG 2.5.7). */
function Settings({ widget, lift, shape: { isList, hasSizes } }: Props) {
  const name = titleOf(widget)
  const row = (label: string, steps: readonly Step[], isResize: boolean) => (
    <Flex align="center" justify="space-between" gap={8} style={{ color: 'var(--muted)' }}>
      <span>{translate(label)}</span>
      <Flex component="span" gap={2}>
        {steps.map(([text, direction, icon]) => (
          <IconButton
            key={text}
            label={translate(text, { name })}
            icon={icon}
            onClick={() =>
              lift.step(widget.id, isResize ? direction : alongReading(direction), isResize)
            }
          />
        ))}
      </Flex>
    </Flex>
  )
  return (
    <Flex vertical justify="center" gap={8} style={{ flex: '1', padding: '4px 16px 12px' }}>
      {row('Move', isList ? MOVES.slice(1, 3) : MOVES, false)}
      {hasSizes ? row('Size', SIZES, true) : null}
    </Flex>
  )
}
