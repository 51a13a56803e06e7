import { DownloadOutlined } from '@ant-design/icons'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { List, Tag, Typography } from 'antd'
import { LogList } from '#admin/crud/changes/LogList.tsx'
import { RecordLink } from '#admin/crud/changes/RecordLink.tsx'
import { useDownload } from '#admin/crud/export/use-download.ts'
import { isolate } from '#admin/format/isolate.ts'
import { translate } from '#admin/format/translate.ts'
import { answerOf, type HttpError, send } from '#admin/providers/http-client.ts'
import { DateText } from '#admin/ui/DateText.tsx'
import { Initials } from '#admin/ui/Initials.tsx'
import { MoreMenu } from '#admin/ui/MoreMenu.tsx'
import type { Pagination } from '#contract/api.ts'
import {
  SECURITY_DAYS,
  SECURITY_EXPORT_PATH,
  SECURITY_FORMATS,
  SECURITY_PATH,
  type SecurityFormat,
  type SecurityLine,
  type SecurityPage,
  securityFileName,
} from '#contract/security-log.ts'
import { happened, markOf } from './security-labels.ts'

type Filters = Readonly<Record<string, string>>

const LINES = 25

/** The security log: sign-ins, refusals, changes of rights, and exports. */
export function SecurityLog({
  filters,
  page,
  goTo,
}: {
  filters: Filters
  page: number
  goTo: (page: number) => void
}) {
  const query = useQuery<{ entries: SecurityLine[]; pagination: Pagination }, HttpError>({
    queryKey: [SECURITY_PATH, filters, page],
    queryFn: async ({ signal }) => {
      const asked = { ...filters, page, limit: LINES }
      const body = await send({ method: 'GET', path: SECURITY_PATH, query: asked, signal })
      const { events: entries, pagination } = answerOf<SecurityPage>(body, 'events')
      return { entries, pagination }
    },
    placeholderData: keepPreviousData,
  })
  return (
    <LogList
      {...{ query, page, goTo }}
      failure="Failed to load the security log."
      nothing={
        Object.keys(filters).length > 0
          ? translate('No results found.')
          : translate('No security events in the last {days} days.', { days: SECURITY_DAYS })
      }
      keyOf={({ id }) => id}
      render={(line) => <SecurityEntry line={line} />}
    />
  )
}

const FORMAT_LABELS: Readonly<Record<SecurityFormat, string>> = {
  csv: 'CSV',
  jsonl: 'JSON Lines',
}

/** Downloads the shown part of the log; the download is an event itself. */
export function LogExport({ filters }: { filters: Filters }) {
  const { mutate: download, isPending } = useDownload()
  return (
    <MoreMenu
      words={translate('Export')}
      icon={<DownloadOutlined aria-hidden="true" />}
      isBusy={isPending}
      items={SECURITY_FORMATS.map((format) => ({
        key: format,
        label: translate(FORMAT_LABELS[format]),
        choose: () =>
          download({
            path: SECURITY_EXPORT_PATH,
            query: { ...filters, format },
            fileName: securityFileName(new Date().toISOString().slice(0, 10), format),
          }),
      }))}
    />
  )
}

/** One event: account, action, author and address. */
export function SecurityEntry({ line }: { line: SecurityLine }) {
  const { at, account, by, address, device } = line
  const mark = markOf(line)
  const who = account?.name || by?.name || translate(unnamed(line))
  return (
    <List.Item style={{ flexWrap: 'wrap', gap: '4px 12px' }}>
      <Initials of={who} isQuiet={mark !== undefined || !(account || by)} />
      <div style={{ flex: '1 1 220px', minWidth: 0, overflowWrap: 'anywhere' }}>
        <strong translate="no">
          {account?.name ? (
            <RecordLink record={{ ...account, resource: 'users' }} />
          ) : (
            <bdi>{who}</bdi>
          )}
        </strong>{' '}
        <Typography.Text type="secondary" style={{ display: 'block' }}>
          {happened(line)}
          {account && by
            ? translate(', by {name}', { name: by.name || translate('Erased') })
            : null}
          {address ? translate(', from {address}', { address: isolate(address) }) : null}
          {device ? translate(', {device}', { device }) : null}
        </Typography.Text>
      </div>
      {mark ? <Tag color="red">{mark}</Tag> : null}
      <DateText iso={at} absent="N/A" hasTime />
    </List.Item>
  )
}

/** Returns the text for an event without a name: an erased user, an unknown one, or the server and its commands. */
function unnamed({ account, by, address }: SecurityLine): string {
  if (account || by) return 'Erased'
  return address ? 'Unknown' : 'System'
}
