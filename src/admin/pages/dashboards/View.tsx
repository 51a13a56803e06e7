import {
  DeleteOutlined,
  EditOutlined,
  FullscreenOutlined,
  PlusOutlined,
  StarOutlined,
} from '@ant-design/icons'
import { type HttpError, useUpdate } from '@refinedev/core'
import { Button, type ButtonProps, Card, Empty, Flex, Select, Typography } from 'antd'
import { useMemo, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { LazyDelete } from '#admin/crud/LazyDialogs.tsx'
import { pageAddress } from '#admin/format/addresses.ts'
import { otherDaysZone } from '#admin/format/region.ts'
import { translate } from '#admin/format/translate.ts'
import { canDo } from '#admin/providers/access-control-provider.ts'
import { useShown } from '#admin/ui/arrival.ts'
import { useIsPhone } from '#admin/ui/use-is-phone.ts'
import type { DashboardRecord } from '#contract/dashboards.ts'
import { RANGE_NAMES, TIME_RANGES } from '#contract/days.ts'
import type { Row } from '#model/declaration.ts'
import {
  bodyOf,
  dashboardResource,
  draftOf,
  EDIT,
  mutationOf,
  RESOURCE,
  shownTitle,
} from './dashboard.ts'
import type { Dashboards } from './use-dashboards.ts'
import { WidgetGrid } from './WidgetGrid.tsx'
import { useAllWidgets } from './widgets/use-widget.ts'
import { WidgetCard } from './widgets/WidgetCard.tsx'

export function View({ record, dashboards }: { record: DashboardRecord; dashboards: Dashboards }) {
  const { range, reload, beginEdit } = dashboards
  const address = pageAddress(RESOURCE, record._id)
  useShown(address, shownTitle(record))
  const [asksDelete, setAsksDelete] = useState(false)
  const { mutateAsync, mutation } = useUpdate<Row, HttpError>()
  const draft = useMemo(() => draftOf(record), [record])
  const { period } = useAllWidgets(draft.widgets, range)
  const navigate = useNavigate()
  const mayEdit = canDo(dashboardResource, 'edit', record as unknown as Row)
  const mayDelete = canDo(dashboardResource, 'delete', record as unknown as Row)

  // The whole dashboard is sent, as the specification has it. Refine notifies of a failure.
  const setDefault = () =>
    mutateAsync({
      ...mutationOf('Default dashboard changed.', 'Failed to set default dashboard'),
      id: record._id,
      values: bodyOf(record, { isDefault: true }),
      meta: { base: record },
    }).then(() => reload(), reload)

  return (
    <>
      <Flex
        wrap
        align="center"
        justify="space-between"
        gap="8px 16px"
        style={{ marginBlockEnd: 16 }}
      >
        <div style={{ flex: '1 1 240px', minWidth: 0, overflowWrap: 'anywhere' }}>
          <h2>
            <bdi>{shownTitle(record)}</bdi>
          </h2>
          {record.description ? (
            <Typography.Text type="secondary">
              <bdi>{record.description}</bdi>
            </Typography.Text>
          ) : null}
        </div>
        <Typography.Text type="secondary" style={{ minHeight: '1lh' }}>
          {period ? translate('Compared with {period}', { period }) : ''}
        </Typography.Text>
        <Flex wrap gap={8}>
          <RangeSelect {...dashboards} />
          <Tool
            label="Full screen"
            icon={<FullscreenOutlined aria-hidden="true" />}
            onClick={() =>
              void navigate(`${address}?${new URLSearchParams({ range, kiosk: '1' })}`)
            }
          />
          {record.isDefault || !mayEdit ? null : (
            <Tool
              label="Set Default"
              icon={<StarOutlined aria-hidden="true" />}
              loading={mutation.isPending}
              onClick={() => void setDefault()}
            />
          )}
          {mayDelete ? (
            <Tool
              label="Delete"
              icon={<DeleteOutlined aria-hidden="true" />}
              onClick={() => setAsksDelete(true)}
            />
          ) : null}
          {mayEdit ? (
            <Tool
              label="Edit"
              id={EDIT}
              icon={<EditOutlined aria-hidden="true" />}
              onClick={() => beginEdit('1')}
            />
          ) : null}
        </Flex>
      </Flex>
      {draft.widgets.length === 0 ? (
        <Card>
          <Empty description={translate('This dashboard has no widgets yet')}>
            {mayEdit ? (
              <Button icon={<PlusOutlined aria-hidden="true" />} onClick={() => beginEdit('add')}>
                {translate('Add Widget')}
              </Button>
            ) : null}
          </Empty>
        </Card>
      ) : (
        <WidgetGrid
          {...draft}
          card={(widget) => <WidgetCard widget={widget} layout={draft.layout} timeRange={range} />}
        />
      )}
      {asksDelete ? (
        <LazyDelete
          resource={dashboardResource}
          row={{ ...record, id: record._id, title: shownTitle(record) } as Row}
          onClosed={() => setAsksDelete(false)}
          onRefused={() => void reload()}
          onDeleted={() => {
            dashboards.open(undefined, { replace: true })
            void reload()
          }}
        />
      ) : null}
    </>
  )
}

/** The range of all widgets, with its time zone if it is not the reader's. */
export function RangeSelect({ range, setRange }: Pick<Dashboards, 'range' | 'setRange'>) {
  const zone = otherDaysZone()
  return (
    <Select
      virtual={false}
      aria-label={translate('Date range')}
      popupMatchSelectWidth={false}
      style={{ minWidth: 148 }}
      value={range}
      onChange={setRange}
      options={TIME_RANGES.map((value) => {
        const days = translate(RANGE_NAMES[value])
        return { value, label: zone ? translate('{days} ({zone})', { days, zone }) : days }
      })}
    />
  )
}

function Tool({ label, ...rest }: ButtonProps & { label: string }) {
  const isPhone = useIsPhone()
  const words = translate(label)
  return (
    <Button title={words} aria-label={words} {...rest}>
      {isPhone ? null : <span>{words}</span>}
    </Button>
  )
}
