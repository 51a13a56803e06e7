import { AppstoreOutlined, PlusOutlined, UnorderedListOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { useKeptButton } from '#admin/crud/form/use-kept-button.ts'
import { translate } from '#admin/format/translate.ts'
import { IconButton } from '#admin/ui/IconButton.tsx'
import { LAYOUTS, MOST_WIDGETS } from '#contract/insight/dashboards.ts'
import { RangeSelect, Tools } from '../Tools.tsx'
import type { Dashboards } from '../use-dashboards.ts'
import css from './EditBar.module.css'
import type { Editing } from './use-editor.ts'

const LOOKS = {
  grid: { label: 'Grid', icon: <AppstoreOutlined aria-hidden="true" /> },
  list: { label: 'List', icon: <UnorderedListOutlined aria-hidden="true" /> },
} as const

/** What can be done while editing; it stays in sight. */
export function EditBar({
  editing,
  dashboards,
  isBusy,
  isBlocked,
  add,
  cancel,
  save,
}: {
  editing: Editing
  dashboards: Dashboards
  isBusy: boolean
  /** Another version stands against a save. */
  isBlocked: boolean
  add: () => void
  cancel: () => void
  save: () => void
}) {
  const { draft, undo, redo } = editing
  const isFull = draft.widgets.length >= MOST_WIDGETS
  const bar = useRef<HTMLDivElement>(null)
  useKeptButton(isBusy)
  // What was pressed to come here is gone; a dialog that opens along gives the focus back to this.
  useLayoutEffect(() => {
    const control = bar.current?.querySelector<HTMLElement>('button:enabled, input')
    control?.focus({ preventScroll: true })
  }, [])
  return (
    <div className={css.bar} role="toolbar" aria-label={translate('Edit dashboard')} ref={bar}>
      <Tools>
        <Button
          id="dashboard-add"
          icon={<PlusOutlined aria-hidden="true" />}
          disabled={isFull}
          onClick={add}
        >
          {translate('Add Widget')}
        </Button>
        <fieldset className={css.toggle}>
          <legend className="sr-only">{translate('Layout')}</legend>
          {LAYOUTS.map((layout) => (
            <label key={layout} data-chosen={draft.layout === layout || undefined}>
              <input
                type="radio"
                name="dashboard-layout"
                value={layout}
                checked={draft.layout === layout}
                onChange={() => editing.setLayout(layout)}
              />
              {LOOKS[layout].icon}
              {translate(LOOKS[layout].label)}
            </label>
          ))}
        </fieldset>
        <span className={css.steps}>
          <Step label="Undo" keys="Ctrl+Z" icon={<Arrow />} go={undo} />
          <Step label="Redo" keys="Ctrl+Shift+Z" icon={<Arrow isForth />} go={redo} />
        </span>
        <RangeSelect range={dashboards.range} setRange={dashboards.setRange} />
      </Tools>
      <Tools>
        <Button onClick={cancel} disabled={isBusy}>
          {translate('Cancel')}
        </Button>
        <Button type="primary" onClick={save} loading={isBusy} disabled={isBlocked}>
          {translate('Save')}
        </Button>
      </Tools>
    </div>
  )
}

/** Bent back, or forth: antd’s own are too small in the head to be seen as arrows. */
function Arrow({ isForth = false }: { isForth?: boolean }) {
  return (
    <svg className={css.arrow} data-forth={isForth} viewBox="0 0 20 20" aria-hidden="true">
      <path d="M7.5 3.5 3 8l4.5 4.5M3 8h9a4.5 4.5 0 0 1 0 9H8" />
    </svg>
  )
}

/** Not `disabled` when there is no step left: the button that was pressed last would lose the focus. */
function Step({
  label,
  keys,
  icon,
  go,
}: {
  label: string
  keys: string
  icon: ReactNode
  go: (() => void) | undefined
}) {
  return (
    <IconButton
      label={translate(label)}
      icon={icon}
      title={`${translate(label)} (${keys})`}
      isOff={go === undefined}
      onClick={go}
    />
  )
}
