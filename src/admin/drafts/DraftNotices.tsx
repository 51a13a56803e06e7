import { Alert, Button, Space } from 'antd'
import { Fragment } from 'react'
import { writtenAt } from '#admin/format/time.ts'
import { translate } from '#admin/format/translate.ts'
import { Notice } from '#admin/ui/Notice.tsx'
import type { StoredDraft } from './drafts.ts'

/** Lists the stored drafts above a list. Each links to its form. */
export function DraftNotices({
  drafts,
  open,
}: {
  drafts: readonly StoredDraft[]
  open: (draft: StoredDraft) => void
}) {
  if (drafts.length === 0) return null
  return (
    <Notice>
      {translate('Unsaved drafts:')}{' '}
      {drafts.map((draft, at) => (
        <Fragment key={draft.key}>
          {at > 0 ? ' · ' : null}
          <Button type="link" size="small" onClick={() => open(draft)}>
            <bdi>{draft.name}</bdi>
          </Button>
        </Fragment>
      ))}
    </Notice>
  )
}

/** Offers an earlier form's draft when the record is edited again. */
export function RestoreNotice({
  at,
  restore,
  discard,
}: {
  /** Time of the last change, in milliseconds. */
  at: number
  restore: () => void
  discard: () => void
}) {
  return (
    <Alert
      type="warning"
      role="status"
      style={{ marginBlockEnd: 16 }}
      message={translate('You have an unsaved draft from {time}.', {
        time: writtenAt(at, Date.now()),
      })}
      action={
        <Space>
          <Button size="small" onClick={discard}>
            {translate('Discard')}
          </Button>
          <Button size="small" type="primary" onClick={restore}>
            {translate('Restore')}
          </Button>
        </Space>
      }
    />
  )
}
