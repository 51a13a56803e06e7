import { FieldTable } from '#admin/crud/changes/FieldTable.tsx'
import { Pages } from '#admin/crud/changes/Pages.tsx'
import { RecordLink } from '#admin/crud/changes/RecordLink.tsx'
import { ValueBack } from '#admin/crud/changes/ValueBack.tsx'
import { doneTo, resourceNamed } from '#admin/crud/changes/words.ts'
import { translate } from '#admin/format/translate.ts'
import { readChange } from '#admin/providers/changes.ts'
import { Spinner } from '#admin/ui/Spinner.tsx'
import { CHANGES_PATH } from '#contract/change-names.ts'
import type { ChangeItem, ChangeLine } from '#contract/changes.ts'
import css from './Activity.module.css'
import type { Undoing } from './Changes.tsx'

type Undo = (undoing: Undoing) => void

/** What a change did to each of its records, field by field before and after. */
export function ChangeDetail({ line, undo }: { line: ChangeLine; undo: Undo }) {
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
          <ul className={css.items}>
            {items.map((item) => (
              <li key={`${item.resource} ${item.id} ${item.version}`}>
                {items.length === 1 ? null : <Head item={item} line={line} />}
                <Fields item={item} undo={undo} />
              </li>
            ))}
          </ul>
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
    <h2 className={css.title}>
      {before}
      <RecordLink record={{ ...item, isLive }} from={translate('Activity')} />
      {after}
    </h2>
  )
}

function Fields({ item, undo }: { item: ChangeItem; undo: Undo }) {
  const resource = resourceNamed(item.resource)
  if (!resource || Object.keys(item.fields).length === 0)
    return <p className={css.quiet}>{translate('No field was changed.')}</p>
  const back = (path: string, label: string) => (
    <ValueBack
      label={label}
      undo={() =>
        undo({
          change: item.change,
          only: [{ resource: item.resource, id: item.id, fields: [path] }],
        })
      }
    />
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
