import { Flex, Tag, Typography } from 'antd'
import { useRef, useState } from 'react'
import { RecordLink } from '#admin/crud/changes/RecordLink.tsx'
import { UndoButton } from '#admin/crud/changes/UndoButton.tsx'
import { doneTo, doneToMany, VIA_WORDS } from '#admin/crud/changes/words.ts'
import { ExpandButton } from '#admin/crud/list/ExpandButton.tsx'
import { translate } from '#admin/format/translate.ts'
import { DateText } from '#admin/ui/DateText.tsx'
import { useKeptFocus } from '#admin/ui/focus.ts'
import { Initials } from '#admin/ui/Initials.tsx'
import type { ChangeLine } from '#contract/changes.ts'
import css from './Activity.module.css'
import { ChangeDetail } from './ChangeDetail.tsx'

const PAGE = 'Activity'

/** One change: who did what to which records, when and through what. */
export function ChangeEntry({ line }: { line: ChangeLine }) {
  const [isOpen, setOpen] = useState(false)
  const area = useRef<HTMLLIElement>(null)
  // Undo is gone once it is done.
  useKeptFocus(area, { fallback: 'button' })
  const who = line.by?.name ?? line.provider ?? translate('System')
  const isUndone = line.undoneBy !== undefined
  return (
    <li ref={area} style={{ borderBlockStart: '1px solid var(--edge)' }}>
      <Flex wrap align="center" gap={12} style={{ minHeight: 60, padding: '8px 16px' }}>
        <Initials of={who} isQuiet={line.by === undefined} />
        <div style={{ flex: '1 1 220px', minWidth: 0, overflowWrap: 'anywhere' }}>
          <strong className={css.who} translate="no">
            <bdi>{who}</bdi>
          </strong>{' '}
          <Typography.Text type="secondary">
            <Sentence line={line} />
          </Typography.Text>{' '}
          <span className={css.marks}>
            <Tag>{translate(VIA_WORDS[line.via] ?? line.via)}</Tag>
            {isUndone ? <Tag color="yellow">{translate('Undone')}</Tag> : null}
          </span>
        </div>
        <Typography.Text type="secondary" style={{ textAlign: 'end', whiteSpace: 'nowrap' }}>
          <DateText iso={line.at} absent="N/A" hasTime />
        </Typography.Text>
        <Flex component="span" align="center" justify="flex-end" gap={4} style={{ minWidth: 120 }}>
          {line.canUndo && !isUndone ? <UndoButton change={line.id} name={nameOf(line)} /> : null}
          <ExpandButton
            id={line.id}
            name={nameOf(line)}
            isOpen={isOpen}
            toggle={() => setOpen(!isOpen)}
          />
        </Flex>
      </Flex>
      {isOpen ? (
        <Flex
          vertical
          align="start"
          gap={12}
          style={{ paddingBlock: '0 16px', paddingInline: 'clamp(16px, 5vw, 60px) 16px' }}
          id={`detail-${line.id}`}
        >
          <ChangeDetail line={line} />
        </Flex>
      ) : null}
    </li>
  )
}

/** 'Updated the mission Draw a map'; of several 'Updated 143 users: Ada, Bea, Cleo and 140 more'. */
function Sentence({ line: { counts, records } }: { line: ChangeLine }) {
  const count = counts.reduce((sum, one) => sum + one.count, 0)
  const [first] = records
  const page = translate(PAGE)
  const gone = (isLive: boolean) => (isLive ? null : <span> {translate('(deleted)')}</span>)
  if (!first) return translate('Changed nothing that is kept')
  if (count === 1) {
    const [before, after] = doneTo(first.action, first.resource)
    const isSaid = first.action === 'delete' || first.action === 'erase'
    return (
      <>
        {before}
        <RecordLink record={first} from={page} />
        {isSaid ? null : gone(first.isLive)}
        {after}
      </>
    )
  }
  return (
    <>
      {doneToMany(counts)}
      {': '}
      {records.map((record, at) => (
        <span key={`${record.resource} ${record.id} ${record.action}`}>
          {at > 0 ? ', ' : null}
          <RecordLink record={record} from={page} />
        </span>
      ))}
      {count > records.length
        ? translate(' and {count} more', { count: count - records.length })
        : null}
    </>
  )
}

function nameOf({ records, counts }: ChangeLine): string {
  return records.length === 1 ? (records[0]?.name ?? '') : doneToMany(counts)
}
