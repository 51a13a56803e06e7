import { type HttpError, useNotification } from '@refinedev/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Button, Card, Checkbox, type CheckboxRef, Empty, Flex, Tabs, Typography } from 'antd'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { counted, formatNumber } from '#admin/format/numbers.ts'
import { translate } from '#admin/format/translate.ts'
import { applyImport, importKey } from '#admin/providers/imports.ts'
import { outcomeOf } from '#admin/providers/versioned-write.ts'
import { PageNav } from '#admin/resource/list/PageNav.tsx'
import { FailureNotice } from '#admin/ui/Notice.tsx'
import type { Import } from '#contract/imports.ts'
import type { Resource } from '#model/resource.ts'
import { failed } from '../notices.ts'
import { FailedRows } from './DownloadMenu.tsx'
import css from './Planned.module.css'
import { RowTable } from './RowTable.tsx'
import { StepTitle } from './Steps.tsx'
import { countOf, type Rows, SHOWN, type Shown, useRows } from './use-rows.ts'
import { applyWords, rowsOf, things, writing } from './words.ts'

const WORDS: Readonly<Record<Shown, string>> = {
  all: 'All',
  create: 'New',
  update: 'Changed',
  unchanged: 'Unchanged',
  refused: 'With problems',
}

const NOTHING: Readonly<Record<Shown, string>> = {
  all: 'There are no rows.',
  create: 'No row makes a new record.',
  update: 'No row changes a record.',
  unchanged: 'No row is as it is stored.',
  refused: 'No row has a problem.',
}

/** What all rows would do: counted, to be looked at one by one, and mended where something is wrong. */
export function Planned({ resource, about }: { resource: Resource; about: Import }) {
  const area = useRef<HTMLDivElement>(null)
  const rows = useRows(resource, about)
  const apply = useApply(resource, about)
  const toNextProblem = useProblems(area, rows)
  const { data, error } = rows.query
  const table = (
    <div ref={area} aria-busy={rows.query.isPlaceholderData}>
      {error ? (
        <FailureNotice
          text={error.message || translate('Failed to load the rows.')}
          retry={() => void rows.query.refetch()}
        />
      ) : data && rows.rows.length === 0 ? (
        <Empty description={translate(NOTHING[rows.shown])} />
      ) : (
        <RowTable resource={resource} about={about} rows={rows} />
      )}
    </div>
  )
  return (
    <>
      {about.problem ? (
        <FailureNotice
          text={
            <>
              <strong>{translate('Nothing was changed.')}</strong> {about.problem}
            </>
          }
          label="Try again"
          retry={apply.start}
        />
      ) : null}
      <Card>
        <div style={{ padding: 'clamp(16px, 3vw, 24px) clamp(16px, 3vw, 24px) 0' }}>
          <Flex wrap justify="space-between" gap="12px 16px" style={{ marginBlockEnd: 12 }}>
            <div style={{ minWidth: 0 }}>
              <StepTitle step="rehearsal">{translate('What would change')}</StepTitle>
              <Typography.Text
                type="secondary"
                style={{ display: 'block', overflowWrap: 'anywhere' }}
              >
                {translate('{rows} of {file}. Nothing is changed yet; this is kept for a day.', {
                  rows: rowsOf(about.rows),
                  file: about.file,
                })}
              </Typography.Text>
            </div>
            {about.counts.refused > 0 || rows.mended.size > 0 ? (
              <Flex wrap gap={8}>
                <Button onClick={toNextProblem}>{translate('Next problem')}</Button>
                {about.counts.refused > 0 ? <FailedRows resource={resource} about={about} /> : null}
              </Flex>
            ) : null}
          </Flex>
          <Tabs
            activeKey={rows.shown}
            onChange={(shown) => void rows.show({ shown: shown as Shown })}
            items={SHOWN.map((key) => ({
              key,
              label: (
                <>
                  {translate(WORDS[key])}
                  <Typography.Text
                    strong
                    style={key === 'refused' && about.counts.refused > 0 ? BAD_COUNT : COUNT}
                  >
                    {formatNumber(countOf(about, key))}
                  </Typography.Text>
                </>
              ),
              children: key === rows.shown ? table : null,
            }))}
          />
          {rows.pages > 1 ? (
            <Flex justify="end" style={{ paddingBlock: 12 }}>
              <PageNav
                page={Math.min(rows.page, rows.pages)}
                pages={rows.pages}
                goTo={(page) => void rows.show({ page })}
              />
            </Flex>
          ) : null}
        </div>
        <ApplyBar resource={resource} about={about} apply={apply} />
      </Card>
    </>
  )
}

const COUNT = { marginInlineStart: 6, color: 'inherit' }
const BAD_COUNT = { marginInlineStart: 6, color: 'var(--danger)' }

/** Applies the import, with the choice to leave out the rows that cannot be written. */
function ApplyBar({
  resource,
  about: { counts },
  apply,
}: {
  resource: Resource
  about: Import
  apply: ReturnType<typeof useApply>
}) {
  const choice = useRef<CheckboxRef>(null)
  useEffect(() => {
    if (apply.isAsked) choice.current?.focus()
  }, [apply.isAsked])
  const { refused } = counts
  const leaving = counted(
    refused,
    'Leave out the {count} row with problems',
    'Leave out the {count} rows with problems',
  )
  return (
    <footer className={css.bar}>
      {refused > 0 && writing(counts) > 0 ? (
        <Checkbox
          ref={choice}
          style={{ marginInlineEnd: 'auto' }}
          checked={apply.isLeft}
          onChange={({ target }) => apply.leave(target.checked)}
        >
          {leaving}
        </Checkbox>
      ) : null}
      {/* Stands from the start: what appears inside a live region is announced. */}
      <div role="alert" style={{ color: 'var(--danger)' }}>
        {apply.isAsked ? (
          <p>{translate('Mend the rows with problems, or say that they are left out.')}</p>
        ) : null}
      </div>
      {writing(counts) > 0 ? (
        <Button type="primary" loading={apply.isSending} onClick={apply.start}>
          {applyWords(counts)}
        </Button>
      ) : (
        <Typography.Text type="secondary" style={{ display: 'block' }}>
          {refused > 0
            ? translate('No row can be imported as it is.')
            : translate('Nothing to import: all {things} are as they are stored.', {
                things: things(resource),
              })}
        </Typography.Text>
      )}
    </footer>
  )
}

/** Has a rehearsed import written. Rows with problems are left out only where that was chosen. */
function useApply(resource: Resource, about: Import) {
  const [isLeft, leave] = useState(false)
  const [isAsked, ask] = useState(false)
  const { open: notify } = useNotification()
  const client = useQueryClient()
  const hasRefused = about.counts.refused > 0

  const queryKey = importKey(resource, about.id)
  const { mutate, isPending } = useMutation<Import, HttpError>({
    mutationFn: () => applyImport(resource, about.id, isLeft && hasRefused),
    onSuccess: (next) => client.setQueryData(queryKey, next),
    onError: (error) => {
      notify?.(failed(error, 'The import could not be begun.'))
      // The server knows what became of it.
      return outcomeOf(error) === 'unsent'
        ? undefined
        : client.invalidateQueries({ queryKey, exact: true })
    },
  })
  return {
    isSending: isPending,
    /** Rows with problems are to be left out. */
    isLeft: isLeft && hasRefused,
    leave: (next: boolean) => {
      leave(next)
      if (next) ask(false)
    },
    /** It was to begin, and what becomes of the rows with problems was not said. */
    isAsked: isAsked && hasRefused && !isLeft,
    start() {
      if (hasRefused && !isLeft) ask(true)
      // "Try again" above the rows stays a button while it is sent.
      else if (!isPending) mutate()
    },
  }
}

/** A cell with a problem, or what of its row stands for it. */
const BAD = 'button[data-bad="true"]'

/** Leads the focus from problem to problem; behind the last of a page to the first of the next. */
function useProblems(area: RefObject<HTMLElement | null>, rows: Rows) {
  /** Once the page that was asked for is there. */
  const awaited = useRef(false)
  const { query, page, pages, shown } = rows
  const { data, isFetching } = query
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever another page is shown
  useEffect(() => {
    if (!awaited.current || isFetching) return
    awaited.current = false
    area.current?.querySelector<HTMLElement>(BAD)?.focus()
  }, [data, isFetching, area])

  return () => {
    const following = nextOf([...(area.current?.querySelectorAll<HTMLElement>(BAD) ?? [])])
    if (following) {
      following.focus()
      return
    }
    awaited.current = true
    if (shown !== 'refused') void rows.show({ shown: 'refused' })
    else if (page < pages) void rows.show({ page: page + 1 })
    else if (page > 1) void rows.show({ page: 1 })
    else {
      awaited.current = false
      area.current?.querySelector<HTMLElement>(BAD)?.focus()
    }
  }
}

/** The first element after the row with the focus. */
function nextOf(all: readonly HTMLElement[]): HTMLElement | undefined {
  const at = document.activeElement
  if (!at?.closest('[data-row]')) return all[0]
  const follows = (one: HTMLElement) =>
    (at.compareDocumentPosition(one) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0
  return all.find(follows)
}
