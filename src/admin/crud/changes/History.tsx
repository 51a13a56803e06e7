import { useKeys } from '@refinedev/core'
import { Empty, Flex, Skeleton, Tag, Typography } from 'antd'
import { useState } from 'react'
import { translate } from '#admin/format/translate.ts'
import { readHistory } from '#admin/providers/changes.ts'
import { DateText } from '#admin/ui/DateText.tsx'
import { Initials } from '#admin/ui/Initials.tsx'
import { LinkButton } from '#admin/ui/LinkButton.tsx'
import type { EntryAction, HistoryLine } from '#contract/changes.ts'
import type { Resource } from '#model/resource.ts'
import { FieldTable } from './FieldTable.tsx'
import css from './History.module.css'
import { Pages } from './Pages.tsx'
import { RestoreValue, UndoButton } from './UndoButton.tsx'
import { VIA_WORDS } from './words.ts'

const DID: Readonly<Record<EntryAction, string>> = {
  create: 'Created it',
  update: 'Changed it',
  delete: 'Deleted it',
  restore: 'Restored it',
  erase: 'Erased it',
}

/**
 * What became of a record: who changed what, when and through what, the latest first (REC-03). A whole change can be
 * undone, and a value restored.
 */
export function History({ resource, id }: { resource: Resource; id: string }) {
  const { keys } = useKeys()
  return (
    <Pages
      // Refine's own key of this record: whatever it makes fresh after a write makes this fresh, too.
      queryKey={keys()
        .data('default')
        .resource(resource.page)
        .action('many')
        .ids(id)
        .params({ only: 'history' })
        .get()}
      read={(page, signal) => readHistory(resource, id, page, signal)}
      failed="The history could not be read."
      waiting={<Waiting />}
      more="Show older"
    >
      {(pages) => {
        const lines = pages.flatMap(({ history }) => history)
        if (lines.length === 0)
          return (
            <Empty description={translate('Nothing was written of it since it is kept here.')} />
          )
        return (
          <Flex component="ol" vertical>
            {lines.map((line) => (
              <Line
                key={`${line.change} ${line.version}`}
                resource={resource}
                id={id}
                line={line}
              />
            ))}
          </Flex>
        )
      }}
    </Pages>
  )
}

function Line({ resource, id, line }: { resource: Resource; id: string; line: HistoryLine }) {
  const isNew = line.action === 'create'
  // What it was made with it mostly still says, beside its history.
  const [isOpen, setOpen] = useState(!isNew)
  const who = line.by?.name ?? line.provider ?? translate('System')
  const hasFields = Object.keys(line.fields).length > 0
  const back = (path: string, label: string) => (
    <RestoreValue change={line.change} resource={resource.name} {...{ id, path, label }} />
  )
  return (
    <li className={css.line}>
      <Flex wrap align="center" gap="4px 12px">
        <Initials of={who} isQuiet={line.by === undefined} />
        <span style={{ flex: '1 1 200px', minWidth: 0 }}>
          <strong dir="auto" translate="no">
            {who}
          </strong>{' '}
          {translate(DID[line.action])} <Tag>{translate(VIA_WORDS[line.via])}</Tag>
        </span>
        <Typography.Text type="secondary">
          <DateText iso={line.at} absent="N/A" hasTime />
        </Typography.Text>
        {line.canUndo ? <UndoButton change={line.change} /> : null}
      </Flex>
      {hasFields && isNew ? (
        <LinkButton aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {translate(isOpen ? 'Hide its first values' : 'Show its first values')}
        </LinkButton>
      ) : null}
      {hasFields && isOpen ? (
        <FieldTable
          resource={resource}
          fields={line.fields}
          isNew={isNew}
          {...(line.canUndo && line.action === 'update' && { action: back })}
        />
      ) : null}
    </li>
  )
}

function Waiting() {
  return (
    <>
      <span className="sr-only" role="status">
        {translate('Loading…')}
      </span>
      <Skeleton active avatar paragraph={{ rows: 3 }} />
    </>
  )
}
