import { DownloadOutlined } from '@ant-design/icons'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Button, Flex, List, Tag, Typography } from 'antd'
import { LogList } from '#admin/crud/changes/LogList.tsx'
import { RecordLink } from '#admin/crud/changes/RecordLink.tsx'
import { useDownload } from '#admin/crud/export/use-download.ts'
import { translate } from '#admin/format/translate.ts'
import { send } from '#admin/providers/http-client.ts'
import { DateText } from '#admin/ui/DateText.tsx'
import { Initials } from '#admin/ui/Initials.tsx'
import { MoreMenu } from '#admin/ui/MoreMenu.tsx'
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
import { isObject } from '#model/paths.ts'
import { type Asked, LINES } from './address.ts'
import { AddressFilter, LogFilters } from './LogFilters.tsx'
import { EVENT_CHOICES, happened, markOf } from './security-words.ts'

/** The security log: sign-ins, refusals, changes of rights, and exports (ACT-01). */
export function SecurityLog({
  asked: { filters, page },
  show,
}: {
  asked: Asked
  show: (next: Partial<Asked>) => void
}) {
  const query = useQuery({
    queryKey: [SECURITY_PATH, filters, page],
    queryFn: async ({ signal }) => {
      const asked = { ...filters, page: String(page), limit: String(LINES) }
      const body = await send({ method: 'GET', path: SECURITY_PATH, query: asked, signal })
      const { events: entries = [], pagination = { page, limit: LINES, total: entries.length } } = (
        isObject(body) ? body : {}
      ) as Partial<SecurityPage>
      return { entries, pagination }
    },
    placeholderData: keepPreviousData,
  })
  const props = { filters, show: (next: Asked['filters']) => show({ filters: next }) }
  const isFiltered = Object.keys(filters).length > 0 || page > 1
  return (
    <>
      <Flex align="start" justify="space-between" gap={8}>
        <LogFilters {...props} person="person" what="event" choices={EVENT_CHOICES}>
          <AddressFilter {...props} />
        </LogFilters>
        <LogExport filters={filters} />
      </Flex>
      <LogList
        {...{ query, page }}
        goTo={(next) => show({ page: next })}
        failure="Failed to fetch the security log."
        nothing={
          isFiltered
            ? translate('Nothing was found.')
            : translate('Nothing has happened within the last {days} days.', {
                days: SECURITY_DAYS,
              })
        }
        keyOf={({ id }) => id}
        render={(line) => (
          <SecurityEntry
            line={line}
            narrow={(address) => show({ filters: { ...filters, address } })}
          />
        )}
      />
    </>
  )
}

const FORMAT_LABELS: Readonly<Record<SecurityFormat, string>> = {
  csv: 'CSV, to read',
  jsonl: 'JSON lines, to verify',
}

/** Downloads the shown part of the log; the download is an event itself. */
function LogExport({ filters }: Pick<Asked, 'filters'>) {
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

/** One event: to whom, what, by whom, from where. Its address filters the log. */
export function SecurityEntry({
  line,
  narrow,
}: {
  line: SecurityLine
  narrow: (address: string) => void
}) {
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
          {address ? <FromAddress address={address} narrow={narrow} /> : null}
          {device ? translate(', {device}', { device }) : null}
        </Typography.Text>
      </div>
      {mark ? <Tag color="red">{mark}</Tag> : null}
      <DateText iso={at} absent="N/A" hasTime />
    </List.Item>
  )
}

/** ', from 203.0.113.9', where the address is a button. */
function FromAddress({ address, narrow }: { address: string; narrow: (address: string) => void }) {
  const [before = '', after = ''] = translate(', from {address}').split('{address}')
  return (
    <>
      {before}
      <Button
        type="link"
        style={{ height: 'auto', padding: 0, textDecoration: 'underline' }}
        aria-label={translate('Only from {address}', { address })}
        onClick={() => narrow(address)}
      >
        <bdi>{address}</bdi>
      </Button>
      {after}
    </>
  )
}

/** Shown where there is no name: an erased person, a stranger, or the server and its commands. */
function unnamed({ account, by, address }: SecurityLine): string {
  if (account || by) return 'Erased'
  return address ? 'Unknown' : 'System'
}
