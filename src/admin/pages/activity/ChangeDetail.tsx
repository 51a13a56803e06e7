import { Flex, Typography } from 'antd'
import { FieldTable } from '#admin/crud/changes/FieldTable.tsx'
import { Pages } from '#admin/crud/changes/Pages.tsx'
import { RecordLink } from '#admin/crud/changes/RecordLink.tsx'
import { RestoreValue } from '#admin/crud/changes/UndoButton.tsx'
import { doneTo, resourceNamed } from '#admin/crud/changes/words.ts'
import { translate } from '#admin/format/translate.ts'
import { readChange } from '#admin/providers/changes.ts'
import { Spinner } from '#admin/ui/Spinner.tsx'
import { CHANGES_PATH } from '#contract/change-names.ts'
import type { ChangeItem, ChangeLine } from '#contract/changes.ts'

/** What a change did to each of its records, field by field before and after. */
export function ChangeDetail({ line }: { line: ChangeLine }) {
  return (
    <Pages
      queryKey={[CHANGES_PATH, line.id, 'items']}
      read={(page, signal) => readChange(line.id, page, signal)}
      failed="Failed to fetch the change."
      waiting={<Spinner />}
      more="Show more"
    >
      {(pages) => {
        const items = pages.flatMap((one) => one.items)
        return (
          <Flex component="ul" vertical gap={16} style={{ width: '100%' }}>
            {items.map((item) => (
              <li key={`${item.resource} ${item.id} ${item.version}`}>
                {items.length === 1 ? null : <Head item={item} line={line} />}
                <Fields item={item} />
              </li>
            ))}
          </Flex>
        )
      }}
    </Pages>
  )
}

function Head({ item, line }: { item: ChangeItem; line: ChangeLine }) {
  const [before, after] = doneTo(item.action, item.resource)
  // Only of the first it was said whether they are still there.
  const isLive = line.records.find(({ id }) => id === item.id)?.isLive ?? item.action !== 'delete'
  return (
    <h2 style={{ marginBlockEnd: 4, fontSize: 14 }}>
      {before}
      <RecordLink record={{ ...item, isLive }} from={translate('Activity')} />
      {after}
    </h2>
  )
}

function Fields({ item }: { item: ChangeItem }) {
  const resource = resourceNamed(item.resource)
  if (!resource || Object.keys(item.fields).length === 0)
    return (
      <Typography.Text type="secondary" style={{ display: 'block' }}>
        {translate('No field was changed.')}
      </Typography.Text>
    )
  const back = (path: string, label: string) => (
    <RestoreValue change={item.change} resource={item.resource} id={item.id} {...{ path, label }} />
  )
  return (
    <FieldTable
      resource={resource}
      fields={item.fields}
      isNew={item.action === 'create'}
      {...(item.canUndo && item.action === 'update' && { action: back })}
    />
  )
}
