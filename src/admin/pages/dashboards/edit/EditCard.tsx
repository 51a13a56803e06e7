import { CloseOutlined, DragOutlined, HolderOutlined } from '@ant-design/icons'
import { Button, Flex, Input } from 'antd'
import { translate } from '#admin/format/translate.ts'
import { alongReading } from '#admin/ui/direction.ts'
import { MoreMenu } from '#admin/ui/MoreMenu.tsx'
import { longest } from '../dashboard.ts'
import type { Direction } from '../layout/arrange.ts'
import { nameOfType, titleOf } from '../widget-types.ts'
import type { WidgetProps } from '../widgets/WidgetBody.tsx'
import { WidgetCard } from '../widgets/WidgetCard.tsx'

interface Props extends WidgetProps {
  /** One column, in which there is only earlier and later. */
  isList: boolean
  hasSizes: boolean
  step: (direction: Direction, isResize: boolean) => void
  rename: (title: string) => void
  remove: () => void
}

const MOVES: readonly [label: string, direction: Direction][] = [
  ['Move left', 'left'],
  ['Move up', 'up'],
  ['Move down', 'down'],
  ['Move right', 'right'],
]

const SIZES: readonly [label: string, direction: Direction][] = [
  ['Make narrower', 'left'],
  ['Make wider', 'right'],
  ['Make shorter', 'up'],
  ['Make taller', 'down'],
]

/** A widget while its dashboard is edited: a handle, its title, a menu that moves it without dragging, and Remove. */
export function EditCard({ isList, hasSizes, step, rename, remove, ...props }: Props) {
  const { widget } = props
  const name = titleOf(widget)
  const itemsOf = (steps: typeof MOVES, isResize: boolean) =>
    steps.map(([label, direction]) => ({
      key: label,
      label: translate(label),
      choose: () => step(isResize ? direction : alongReading(direction), isResize),
    }))
  return (
    <WidgetCard
      {...props}
      edit={{
        heading: (
          <Flex align="center" gap={4}>
            <span
              data-grip=""
              title={translate('Drag to move')}
              style={{ padding: 4, cursor: 'grab', touchAction: 'none' }}
            >
              <HolderOutlined aria-hidden="true" />
            </span>
            <Input
              variant="filled"
              size="small"
              dir="auto"
              aria-label={translate('Title of {name}', { name })}
              value={widget.title}
              placeholder={nameOfType(widget.type)}
              maxLength={longest('widgets.0.title')}
              onChange={({ target }) => rename(target.value)}
            />
          </Flex>
        ),
        tools: (
          <>
            <MoreMenu
              label={translate('Move or resize {name}', { name })}
              icon={<DragOutlined aria-hidden="true" />}
              items={[
                ...itemsOf(isList ? MOVES.slice(1, 3) : MOVES, false),
                ...(hasSizes ? itemsOf(SIZES, true) : []),
              ]}
            />
            <Button
              type="text"
              aria-label={translate('Remove {name}', { name })}
              icon={<CloseOutlined aria-hidden="true" />}
              onClick={remove}
            />
          </>
        ),
      }}
    />
  )
}
