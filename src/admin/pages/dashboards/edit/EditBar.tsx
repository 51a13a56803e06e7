import { AppstoreOutlined, PlusOutlined, UnorderedListOutlined } from '@ant-design/icons'
import { Button, Flex, Radio } from 'antd'
import { useLayoutEffect, useRef } from 'react'
import { WriteFailure } from '#admin/crud/WriteFailure.tsx'
import { translate } from '#admin/format/translate.ts'
import type { WriteError } from '#admin/providers/versioned-provider.ts'
import { Field } from '#admin/ui/Field.tsx'
import { repeat } from '#admin/ui/repeat.ts'
import { TextInput } from '#admin/ui/TextInput.tsx'
import { wrongWith } from '#admin/ui/wrong-with.ts'
import { LAYOUTS, MOST_WIDGETS } from '#contract/insight/dashboards.ts'
import { dashboardResource, longest } from '../dashboard.ts'
import { draftOf, readDashboard } from '../read-dashboard.ts'
import { RangeSelect, Tools } from '../Tools.tsx'
import type { Dashboards } from '../use-dashboards.ts'
import { changesBetween } from './changes.ts'
import css from './EditBar.module.css'
import type { Editing, Saving } from './use-editor.ts'

const LAYOUT_NAMES = {
  grid: { label: 'Grid', icon: <AppstoreOutlined aria-hidden="true" /> },
  list: { label: 'List', icon: <UnorderedListOutlined aria-hidden="true" /> },
} as const

interface Props {
  editing: Editing
  saving: Saving
  dashboards: Dashboards
  add: () => void
  cancel: () => void
  save: () => void
}

/** What can be done while editing; it stays in sight. */
export function EditBar({ editing, saving, dashboards, add, cancel, save }: Props) {
  const { draft } = editing
  const bar = useRef<HTMLDivElement>(null)
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
          disabled={draft.widgets.length >= MOST_WIDGETS}
          onClick={add}
        >
          {translate('Add Widget')}
        </Button>
        <Radio.Group
          optionType="button"
          aria-label={translate('Layout')}
          value={draft.layout}
          onChange={({ target }) => editing.setLayout(target.value)}
          options={LAYOUTS.map((layout) => ({
            value: layout,
            label: (
              <Flex gap={6}>
                {LAYOUT_NAMES[layout].icon}
                {translate(LAYOUT_NAMES[layout].label)}
              </Flex>
            ),
          }))}
        />
        <RangeSelect range={dashboards.range} setRange={dashboards.setRange} />
      </Tools>
      <Tools>
        <Button onClick={cancel} disabled={saving.isBusy}>
          {translate('Cancel')}
        </Button>
        {/* Another version may stand against a save. */}
        <Button type="primary" onClick={save} loading={saving.isBusy} disabled={!!saving.conflict}>
          {translate('Save')}
        </Button>
      </Tools>
    </div>
  )
}

function Changes({ changes }: { changes: readonly string[] }) {
  return (
    <ul style={{ paddingInlineStart: 20, listStyle: 'disc' }}>
      {repeat(changes.length, (at) => (
        <li key={at} dir="auto">
          {changes[at]}
        </li>
      ))}
    </ul>
  )
}

/** Another admin was faster: what they changed, and the ways on. Nothing is lost until one of them is taken. */
export function ConflictNotice({ saving, conflict }: { saving: Saving; conflict: WriteError }) {
  const { base, isBusy, reload, saveCopy } = saving
  const { theirs } = conflict
  const changes = theirs ? changesBetween(draftOf(base), draftOf(readDashboard(theirs))) : []
  return (
    <WriteFailure
      failure={theirs ? 'conflict' : 'deleted'}
      resource={dashboardResource}
      error={conflict}
      actions={
        <>
          {theirs ? (
            <Button onClick={reload} disabled={isBusy}>
              {translate('Reload')}
            </Button>
          ) : null}
          <Button onClick={() => void saveCopy()} loading={isBusy}>
            {translate('Save as a copy')}
          </Button>
        </>
      }
    >
      {changes.length > 0 ? <Changes changes={changes} /> : null}
    </WriteFailure>
  )
}

/** The dashboard's own words (DASH-01). */
export function EditFields({ editing, isMissing }: { editing: Editing; isMissing: boolean }) {
  const { draft, change } = editing
  const field = (key: 'title' | 'description', label: string, error?: string) => {
    const id = `dashboard-${key}`
    return (
      <Field id={id} label={translate(label)} error={error}>
        <TextInput
          id={id}
          value={draft[key] ?? ''}
          maxLength={longest(key)}
          aria-required={key === 'title' || undefined}
          {...wrongWith(id, error)}
          onChange={({ target }) => change({ [key]: target.value })}
        />
      </Field>
    )
  }
  const isWrong = isMissing && draft.title.trim() === ''
  return (
    <div className={css.fields}>
      {field('title', 'Title', isWrong ? 'Title is required.' : undefined)}
      {field('description', 'Description')}
    </div>
  )
}
