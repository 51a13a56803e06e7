import { CloseOutlined, HolderOutlined, SettingOutlined } from '@ant-design/icons'
import { useState } from 'react'
import { translate } from '#admin/format/translate.ts'
import { IconButton } from '#admin/ui/IconButton.tsx'
import { TextInput } from '#admin/ui/TextInput.tsx'
import type { WidgetRecord } from '#contract/insight/dashboards.ts'
import type { TimeRange } from '#contract/insight/days.ts'
import { longest } from '../dashboard-resource.ts'
import { HANDLE_HELP } from '../names.ts'
import { nameOfType, titleOf } from '../widget-types.ts'
import { Widget } from '../widgets/Widget.tsx'
import { CardSettings } from './CardSettings.tsx'
import css from './EditableCard.module.css'
import type { Lift, Shape } from './use-lift.ts'

/** A widget while its dashboard is edited: a handle, its title to write, its settings, and the way out. */
export function EditableCard({
  widget,
  range,
  lift,
  shape,
  change,
  remove,
}: {
  widget: WidgetRecord
  range: TimeRange
  lift: Lift
  shape: Shape
  change: (part: Partial<WidgetRecord>, key?: string) => void
  remove: () => void
}) {
  const [isOpen, setOpen] = useState(false)
  const name = titleOf(widget)
  const isLifted = lift.id === widget.id
  return (
    <section className={css.card} data-lifted={isLifted || undefined} aria-label={name}>
      <div className={css.head}>
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
            onChange={({ target }) => change({ title: target.value }, 'title')}
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
      </div>
      {isOpen ? (
        <CardSettings
          widget={widget}
          shape={shape}
          change={change}
          step={(direction, isResize) => lift.step(widget.id, direction, isResize)}
        />
      ) : (
        // What a widget offers is for looking at it; while arranging, it would only be in the way.
        <div className={css.body} inert>
          <Widget widget={widget} timeRange={range} />
        </div>
      )}
    </section>
  )
}
