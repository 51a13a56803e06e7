import { Flex, Tag, Typography } from 'antd'
import { RecordLink } from '#admin/crud/changes/RecordLink.tsx'
import { translate } from '#admin/format/translate.ts'
import { DateText } from '#admin/ui/DateText.tsx'
import { Initials } from '#admin/ui/Initials.tsx'
import type { SecurityLine } from '#contract/security-log.ts'
import css from './Activity.module.css'
import { FromAddress } from './FromAddress.tsx'
import { happened, markOf } from './security-words.ts'

/** One event: to whom, what, by whom, from where. Its address narrows the list. */
export function SecurityEntry({
  line,
  narrow,
}: {
  line: SecurityLine
  narrow: (address: string) => void
}) {
  const { at, account, by, address, device } = line
  const mark = markOf(line)
  const who = account?.name || by?.name || translate(nobodyIs(line))
  return (
    <li style={{ borderBlockStart: '1px solid var(--edge)' }}>
      <Flex wrap align="center" gap={12} style={{ minHeight: 60, padding: '8px 16px' }}>
        <Initials of={who} isQuiet={mark !== undefined || !(account || by)} />
        <div style={{ flex: '1 1 220px', minWidth: 0, overflowWrap: 'anywhere' }}>
          <strong className={css.who} translate="no">
            {account?.name ? (
              <RecordLink record={{ ...account, resource: 'users' }} from={translate('Activity')} />
            ) : (
              <bdi>{who}</bdi>
            )}
          </strong>{' '}
          <Typography.Text type="secondary">
            {happened(line)}
            {account && by
              ? translate(', by {name}', { name: by.name || translate('Erased') })
              : null}
            {address ? <FromAddress address={address} narrow={narrow} /> : null}
            {device ? translate(', {device}', { device }) : null}
          </Typography.Text>{' '}
          {mark ? (
            <span className={css.marks}>
              <Tag color="red">{mark}</Tag>
            </span>
          ) : null}
        </div>
        <Typography.Text type="secondary" style={{ textAlign: 'end', whiteSpace: 'nowrap' }}>
          <DateText iso={at} absent="N/A" hasTime />
        </Typography.Text>
      </Flex>
    </li>
  )
}

/** Where nobody can be named: somebody who was erased, a stranger, or the server and its commands. */
function nobodyIs({ account, by, address }: SecurityLine): string {
  if (account || by) return 'Erased'
  return address ? 'Unknown' : 'System'
}
