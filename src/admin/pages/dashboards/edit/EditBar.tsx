import { AppstoreOutlined, PlusOutlined, UnorderedListOutlined } from '@ant-design/icons'
import { Button, Card, Col, Flex, Form, type FormInstance, Input, Radio, Row } from 'antd'
import { useLayoutEffect, useRef } from 'react'
import { WriteFailure } from '#admin/crud/WriteFailure.tsx'
import { translate } from '#admin/format/translate.ts'
import type { WriteError } from '#admin/providers/versioned-provider.ts'
import { Star } from '#admin/ui/Star.tsx'
import { useIsPhone } from '#admin/ui/use-is-phone.ts'
import { LAYOUTS, MOST_WIDGETS } from '#contract/insight/dashboards.ts'
import { dashboardResource, longest } from '../dashboard.ts'
import { RangeSelect } from '../RangeSelect.tsx'
import type { Dashboards } from '../use-dashboards.ts'
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

/** What can be done while editing; it stays in sight above the grid. */
export function EditBar({ editing, saving, dashboards, add, cancel, save }: Props) {
  const { draft } = editing
  const isPhone = useIsPhone()
  const bar = useRef<HTMLDivElement>(null)
  // What was pressed to come here is gone; a dialog that opens along gives the focus back to this.
  useLayoutEffect(() => {
    const control = bar.current?.querySelector<HTMLElement>('button:enabled, input')
    control?.focus({ preventScroll: true })
  }, [])
  return (
    <Card
      ref={bar}
      size="small"
      role="toolbar"
      aria-label={translate('Edit dashboard')}
      style={{
        position: isPhone ? 'static' : 'sticky',
        insetBlockStart: 0,
        zIndex: 10,
        marginBlockEnd: 16,
        background: 'var(--raised)',
      }}
    >
      <Flex wrap gap={8}>
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
        <Button style={{ marginInlineStart: 'auto' }} onClick={cancel} disabled={saving.isBusy}>
          {translate('Cancel')}
        </Button>
        {/* Another version may stand against a save. */}
        <Button type="primary" onClick={save} loading={saving.isBusy} disabled={!!saving.conflict}>
          {translate('Save')}
        </Button>
      </Flex>
    </Card>
  )
}

/** Another admin was faster. Nothing is lost until one of the ways on is taken. */
export function ConflictNotice({ saving, conflict }: { saving: Saving; conflict: WriteError }) {
  const { isBusy, reload, saveCopy } = saving
  return (
    <WriteFailure
      failure={conflict.theirs ? 'conflict' : 'deleted'}
      resource={dashboardResource}
      error={conflict}
      actions={
        <>
          {conflict.theirs ? (
            <Button onClick={reload} disabled={isBusy}>
              {translate('Reload')}
            </Button>
          ) : null}
          <Button onClick={() => void saveCopy()} loading={isBusy}>
            {translate('Save as a copy')}
          </Button>
        </>
      }
    />
  )
}

/** The title and the description of the dashboard. */
export function EditFields({
  form,
  editing: { draft, change },
}: {
  form: FormInstance
  editing: Editing
}) {
  const field = (key: 'title' | 'description') => (
    <Input dir="auto" autoComplete="off" maxLength={longest(key)} />
  )
  return (
    <Form
      form={form}
      layout="vertical"
      fields={[
        { name: 'title', value: draft.title },
        { name: 'description', value: draft.description },
      ]}
      requiredMark={false}
      onValuesChange={change}
    >
      <Row gutter={16}>
        <Col xs={24} md={8}>
          <Form.Item
            name="title"
            label={
              <>
                {translate('Title')}
                <Star />
              </>
            }
            rules={[{ required: true, whitespace: true, message: translate('Title is required.') }]}
            validateTrigger={[]}
          >
            {field('title')}
          </Form.Item>
        </Col>
        <Col xs={24} md={16}>
          <Form.Item name="description" label={translate('Description')}>
            {field('description')}
          </Form.Item>
        </Col>
      </Row>
    </Form>
  )
}
