import { CloseOutlined, DeleteOutlined, UndoOutlined } from '@ant-design/icons'
import { Alert, Button, Flex, Typography } from 'antd'
import { type ReactNode, useState } from 'react'
import { translate, translateWithin } from '#admin/format/translate.ts'
import { AsyncBoundary } from '#admin/ui/Boundary.tsx'
import { loadable } from '#admin/ui/loadable.tsx'
import { MoreMenu } from '#admin/ui/MoreMenu.tsx'
import { useIsPhone } from '#admin/ui/use-is-phone.ts'
import { MOST_CHANGED } from '#contract/changes.ts'
import type { Resource } from '#model/resource.ts'
import { ExportMenu } from '../export/ExportMenu.tsx'
import type { ResourceList } from '../list/use-resource-list.ts'
import type { Selection } from '../selection/use-selection.ts'
import { type BulkAction, isTooMany, settableFields, statusWord } from './bulk-actions.ts'
import css from './SelectionBar.module.css'

const BulkDialog = loadable(
  () => import('./BulkDialog.tsx'),
  (module) => module.BulkDialog,
)

interface Props {
  resource: Resource
  list: ResourceList
  selection: Selection
}

/** The number of selected records and the actions on them. On phones it is fixed at the bottom of the window. */
export function SelectionBar({ resource, list, selection }: Props) {
  const [action, choose] = useState<BulkAction>()
  return (
    <>
      {selection.count > 0 ? (
        <Alert
          className={css.bar ?? ''}
          type="info"
          role="region"
          data-selection=""
          aria-label={translate('Selected {things}', {
            things: translateWithin(resource.label.many),
          })}
          message={<Count list={list} selection={selection} />}
          action={<Actions {...{ resource, list, selection, choose }} />}
          closable={{
            closeIcon: <CloseOutlined aria-hidden="true" />,
            'aria-label': translate('Clear selection'),
          }}
          onClose={() => selection.choose([])}
        />
      ) : null}
      {action ? (
        <AsyncBoundary waiting={null}>
          <BulkDialog
            {...{ resource, list, selection, action }}
            onClosed={() => choose(undefined)}
          />
        </AsyncBoundary>
      ) : null}
    </>
  )
}

/** The number of selected records. Once the whole page is selected, offers to select all matches. */
function Count({ list, selection }: Omit<Props, 'resource'>) {
  const { rows, total, isLeast } = list
  const { isAll, has, count, takeAll } = selection
  const isPageTaken = !isAll && rows.length > 0 && rows.every(({ id }) => has(id))
  const all = { count: total }
  const allWords = isLeast ? 'All matches selected, at least {count}' : 'All {count} selected'
  return (
    <Flex wrap align="center" gap="0 8px">
      <p role="status">
        <strong>
          {isAll ? translate(allWords, all) : translate('{count} selected', { count })}
        </strong>
        {isAll && isTooMany(list) ? (
          <Typography.Text type="secondary" style={{ display: 'block', fontSize: 12 }}>
            {translate(
              'You can change at most {most} records at once. Filter the list to select fewer.',
              {
                most: MOST_CHANGED,
              },
            )}
          </Typography.Text>
        ) : null}
      </p>
      {isPageTaken && (total > rows.length || isLeast) ? (
        <Button type="link" onClick={takeAll}>
          {translate(
            isLeast ? 'Select all that match, at least {count}' : 'Select all {count} that match',
            all,
          )}
        </Button>
      ) : null}
    </Flex>
  )
}

/** Actions on the selected records that the declaration and the role allow. */
function Actions({
  resource,
  list,
  selection: { isAll, ids },
  choose,
}: Props & { choose: (action: BulkAction) => void }) {
  const { search, filters, sort, deleted } = list
  const isOff = isAll && isTooMany(list)
  const isPhone = useIsPhone()
  const button = (label: string, action: BulkAction, icon?: ReactNode) => (
    <Button key={label} icon={icon} disabled={isOff} onClick={() => choose(action)}>
      {label}
    </Button>
  )
  const mayDelete = resource.actions.includes('delete')
  if (deleted)
    return mayDelete
      ? button(translate('Restore'), { kind: 'restore' }, <UndoOutlined aria-hidden="true" />)
      : null
  const fields = settableFields(resource)
  const turns = fields.flatMap((field) =>
    [true, false].flatMap((value) => {
      const label = statusWord(field, value)
      return label ? [{ label, action: { kind: 'set', field, value } as const }] : []
    }),
  )
  const settable = fields.filter((field) => statusWord(field, true) === undefined)
  const items = [
    ...(isPhone ? turns : []),
    ...settable.map((field) => ({
      label: translate('Set {label}…', { label: translate(field.label) }),
      action: { kind: 'set', field } as const,
    })),
  ].map(({ label, action }) => ({ key: label, label, choose: () => choose(action) }))
  return (
    <Flex wrap align="center" gap={8}>
      {isPhone ? null : turns.map(({ label, action }) => button(label, action))}
      {items.length > 0 ? (
        <MoreMenu words={translate('Set…')} isDisabled={isOff} items={items} />
      ) : null}
      <ExportMenu
        resource={resource}
        query={isAll ? { search, filters, sort } : { sort, ids: [...ids] }}
      />
      {mayDelete
        ? button(translate('Delete'), { kind: 'delete' }, <DeleteOutlined aria-hidden="true" />)
        : null}
    </Flex>
  )
}
