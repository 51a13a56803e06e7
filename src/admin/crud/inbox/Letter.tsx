import { Button, Flex, Typography } from 'antd'
import { letterTo } from '#admin/format/letter-to.ts'
import { translate } from '#admin/format/translate.ts'
import { Absent } from '#admin/ui/Absent.tsx'
import { DateText } from '#admin/ui/DateText.tsx'
import { Initials } from '#admin/ui/Initials.tsx'
import type { Row } from '#model/declaration.ts'
import type { Inbox } from '#model/inbox.ts'
import type { Resource } from '#model/resource.ts'
import { Cell } from '../cells/Cell.tsx'
import { readLetter } from './letter.ts'

/** What somebody wrote: who, from which address, when, and the text as it was typed. Nothing in it is a link. */
export function Letter({ resource, inbox, row }: { resource: Resource; inbox: Inbox; row: Row }) {
  const { name, address, text, at } = readLetter(resource, inbox, row)
  return (
    <Flex vertical gap={20}>
      <Flex wrap align="center" gap="8px 12px">
        <Initials of={name} />
        <div style={{ flex: '1 1 200px', minWidth: 0, overflowWrap: 'anywhere' }}>
          <strong style={{ display: 'block' }} dir="auto" translate="no">
            {name}
          </strong>
          {address ? (
            <Button
              type="link"
              href={letterTo(address)}
              style={{ maxWidth: '100%', paddingInline: 0 }}
              dir="auto"
              translate="no"
            >
              {address}
            </Button>
          ) : (
            <Absent />
          )}
        </div>
        <Flex align="center" gap={12}>
          <DateText iso={at} absent="" hasTime />
          <Marks resource={resource} row={row} />
        </Flex>
      </Flex>
      <Typography.Text
        style={{ maxWidth: '68ch', fontSize: 15, overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' }}
        dir="auto"
      >
        {text || <Absent />}
      </Typography.Text>
      <span className="sr-only">{translate('End of the message')}</span>
    </Flex>
  )
}

/** The badges of the declaration, like its status. */
export function Marks({ resource, row }: { resource: Resource; row: Row }) {
  return resource.columns
    .filter(({ kind }) => kind === 'badge' || kind === 'status')
    .map((column) => <Cell key={column.label} resource={resource} column={column} row={row} />)
}
