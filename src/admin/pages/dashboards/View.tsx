import {
  DeleteOutlined,
  EditOutlined,
  FullscreenOutlined,
  PlusOutlined,
  StarOutlined,
} from '@ant-design/icons'
import { type HttpError, useUpdate } from '@refinedev/core'
import { Button, Card, Empty, Typography } from 'antd'
import { useMemo, useState } from 'react'
import { useHref, useLinkClickHandler } from 'react-router-dom'
import { LazyDelete } from '#admin/crud/LazyDialogs.tsx'
import { pageAddress } from '#admin/format/addresses.ts'
import { translate } from '#admin/format/translate.ts'
import { useShown } from '#admin/ui/arrival.ts'
import type { DashboardRecord } from '#contract/insight/dashboards.ts'
import type { Row } from '#model/declaration.ts'
import { Grid } from './Cards.tsx'
import css from './DashboardView.module.css'
import { dashboardResource, EDIT, mutationOf, shownTitle } from './dashboard.ts'
import { bodyOf, draftOf } from './read-dashboard.ts'
import { RangeSelect, Tools } from './Tools.tsx'
import { type Dashboards, kioskAddress } from './use-dashboards.ts'
import { isCompared } from './widget-types.ts'
import { usePreviousPeriod } from './widgets/use-widget.ts'

/** A dashboard to look at, and what can be done with it as a whole. */
export function View({
  record,
  dashboards,
  edit,
}: {
  record: DashboardRecord
  dashboards: Dashboards
  edit: (adds: boolean) => void
}) {
  const { range, reload } = dashboards
  useShown(pageAddress('dashboards', record._id), shownTitle(record))
  const [asksDelete, setAsksDelete] = useState(false)
  const setDefault = useSetDefault(record, reload)
  const draft = useMemo(() => draftOf(record), [record])
  const period = usePreviousPeriod(range)
  const wall = kioskAddress(record._id, range)
  const wallHref = useHref(wall)
  // Within the page: only a press may take all of the screen, and loading anew would forget it.
  const openWall = useLinkClickHandler(wall)

  return (
    <>
      <div className={css.bar}>
        <div className={css.words}>
          <h2>
            <bdi>{shownTitle(record)}</bdi>
          </h2>
          {record.description ? (
            <p>
              <bdi>{record.description}</bdi>
            </p>
          ) : null}
        </div>
        {isCompared(draft) ? (
          <Typography.Text type="secondary" style={{ display: 'block', minHeight: '1lh' }}>
            {period && translate('Compared with {period}', { period })}
          </Typography.Text>
        ) : null}
        <Tools hasIcons>
          <RangeSelect range={range} setRange={dashboards.setRange} />
          <Button
            title={translate('Full screen')}
            icon={<FullscreenOutlined aria-hidden="true" />}
            href={wallHref}
            onClick={openWall}
          >
            <span className={css.brief}>{translate('Full screen')}</span>
          </Button>
          {record.isDefault ? null : (
            <Button
              title={translate('Set Default')}
              icon={<StarOutlined aria-hidden="true" />}
              loading={setDefault.isPending}
              onClick={() => void setDefault.set()}
            >
              <span className={css.briefest}>{translate('Set Default')}</span>
            </Button>
          )}
          <Button
            title={translate('Delete')}
            icon={<DeleteOutlined aria-hidden="true" />}
            onClick={() => setAsksDelete(true)}
          >
            <span className={css.brief}>{translate('Delete')}</span>
          </Button>
          <Button
            id={EDIT}
            title={translate('Edit')}
            icon={<EditOutlined aria-hidden="true" />}
            onClick={() => edit(false)}
          >
            <span className={css.briefest}>{translate('Edit')}</span>
          </Button>
        </Tools>
      </div>
      {draft.widgets.length === 0 ? (
        <Card>
          <Empty description={translate('This dashboard has no widgets yet')}>
            <Button icon={<PlusOutlined aria-hidden="true" />} onClick={() => edit(true)}>
              {translate('Add Widget')}
            </Button>
          </Empty>
        </Card>
      ) : (
        <Grid draft={draft} range={range} />
      )}
      {asksDelete ? (
        <LazyDelete
          resource={dashboardResource}
          row={{ ...record, id: record._id, title: shownTitle(record) } as Row}
          onClosed={() => setAsksDelete(false)}
          onRefused={() => void reload()}
          onDeleted={() => {
            dashboards.open(undefined, true)
            void reload()
          }}
        />
      ) : null}
    </>
  )
}

/** Makes a dashboard the default (DASH-01). The whole of it is sent, as the specification has it. */
function useSetDefault(record: DashboardRecord, reload: Dashboards['reload']) {
  const { mutateAsync, mutation } = useUpdate<Row, HttpError>()
  return {
    isPending: mutation.isPending,
    set: () =>
      mutateAsync({
        ...mutationOf('Default dashboard changed.', 'Failed to set default dashboard'),
        id: record._id,
        values: bodyOf(record, { isDefault: true }),
        meta: { base: record },
        mutationMode: 'pessimistic',
      }).then(reload, reload),
  }
}
