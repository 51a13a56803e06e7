import {
  ArrowDownOutlined,
  ArrowLeftOutlined,
  ArrowRightOutlined,
  ArrowUpOutlined,
  CloseOutlined,
  ColumnHeightOutlined,
  ColumnWidthOutlined,
  DragOutlined,
  HolderOutlined,
  VerticalAlignMiddleOutlined,
} from '@ant-design/icons'
import { Flex } from 'antd'
import type { ReactNode } from 'react'
import { translate } from '#admin/format/translate.ts'
import { alongReading } from '#admin/ui/direction.ts'
import { IconButton } from '#admin/ui/IconButton.tsx'
import { MoreMenu } from '#admin/ui/MoreMenu.tsx'
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

/** A widget while its dashboard is edited: a handle, its title to write, a menu that arranges it, and the way out. */
export function EditableCard(props: Props) {
  const { widget, range, lift, rename, remove } = props
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
        <Arrange {...props} />
        <IconButton
          label={translate('Remove {name}', { name })}
          icon={<CloseOutlined aria-hidden="true" />}
          title={translate('Remove')}
          onClick={remove}
        />
      </Flex>
      {/* What a widget offers is for looking at it; while arranging, it would only be in the way. */}
      <div style={{ flex: '1', minHeight: 0, padding: '4px 16px 12px' }} inert>
        <Widget widget={widget} timeRange={range} />
      </div>
    </Flex>
  )
}

type Step = readonly [key: string, label: string, direction: Direction, icon: ReactNode]

const MOVES: readonly Step[] = [
  ['left', 'Move left', 'left', <ArrowLeftOutlined key="icon" aria-hidden="true" />],
  ['up', 'Move up', 'up', <ArrowUpOutlined key="icon" aria-hidden="true" />],
  ['down', 'Move down', 'down', <ArrowDownOutlined key="icon" aria-hidden="true" />],
  ['right', 'Move right', 'right', <ArrowRightOutlined key="icon" aria-hidden="true" />],
]

const SIZES: readonly Step[] = [
  [
    'narrower',
    'Make narrower',
    'left',
    <VerticalAlignMiddleOutlined key="icon" rotate={90} aria-hidden="true" />,
  ],
  ['wider', 'Make wider', 'right', <ColumnWidthOutlined key="icon" aria-hidden="true" />],
  ['shorter', 'Make shorter', 'up', <VerticalAlignMiddleOutlined key="icon" aria-hidden="true" />],
  ['taller', 'Make taller', 'down', <ColumnHeightOutlined key="icon" aria-hidden="true" />],
]

/** Every move and size without dragging (WCAG 2.5.7), for touch, voice and screen readers. */
function Arrange({ widget, lift, shape: { isList, hasSizes } }: Props) {
  const item = (isResize: boolean) => (step: Step) => {
    const [key, label, direction, icon] = step
    return {
      key,
      label: translate(label),
      icon,
      choose: () => lift.step(widget.id, isResize ? direction : alongReading(direction), isResize),
    }
  }
  return (
    <MoreMenu
      label={translate('Move or resize {name}', { name: titleOf(widget) })}
      icon={<DragOutlined aria-hidden="true" />}
      items={[
        ...(isList ? MOVES.slice(1, 3) : MOVES).map(item(false)),
        ...(hasSizes ? SIZES.map(item(true)) : []),
      ]}
    />
  )
}
