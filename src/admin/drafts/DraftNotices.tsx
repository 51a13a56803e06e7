import { Alert, Button, Space } from 'antd'
import { Fragment } from 'react'
import { writtenAt } from '#admin/format/time.ts'
import { translate } from '#admin/format/translate.ts'
import { Notice } from '#admin/ui/Notice.tsx'
import type { StoredDraft } from './drafts.ts'

/** One line above a list: the drafts that were left, each a link that opens its form. */
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

/** Offers the draft that an earlier form left, where it is edited again. */
export function RestoreNotice({
  at,
  restore,
  discard,
}: {
  /** When it was typed, in milliseconds. */
  at: number
  restore: () => void
  discard: () => void
}) {
  return (
    <Alert
      type="warning"
      role="status"
      style={{ marginBlockEnd: 16 }}
      message={translate('Restore draft? It was typed at {time}.', {
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
