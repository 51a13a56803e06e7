import { type HttpError, useNotification } from '@refinedev/core'
import { useQueryClient } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { importAddress } from '#admin/format/addresses.ts'
import { listInRow, listInSentence } from '#admin/format/lists.ts'
import { translate } from '#admin/format/translate.ts'
import { importKey, isGone, planNext, setColumns } from '#admin/providers/imports.ts'
import { Field, FieldNotes } from '#admin/ui/Field.tsx'
import { NoticeBar } from '#admin/ui/Notice.tsx'
import { Select } from '#admin/ui/Select.tsx'
import { Sheet } from '#admin/ui/Sheet.tsx'
import { wrongWith } from '#admin/ui/wrong-with.ts'
import type { Import, ImportColumn } from '#contract/imports.ts'
import type { Resource } from '#model/resource.ts'
import { failed } from '../notices.ts'
import css from './ColumnsStep.module.css'
import { FieldChoice } from './FieldChoice.tsx'
import { filledTwice, keyAfter, keysIn, type Matched, unfilled } from './matching.ts'
import { StepTitle } from './Steps.tsx'
import { rowsOf, thing, things } from './words.ts'

/** The second step: which field each column of the file fills, and by what rows find their records. */
export function ColumnsStep({ resource, about }: { resource: Resource; about: Import }) {
  const mayBeNew = resource.actions.includes('create')
  const [matched, setMatched] = useState<Matched>(about.columns.map(({ field }) => field))
  const [by, setBy] = useState(about.by)
  const { isBusy, check } = useCheck(resource, about)
  const twice = filledTwice(matched)
  const isNothing = matched.every((field) => field === null)
  const fill = (at: number, field: string | null) => {
    const next = matched.map((one, index) => (index === at ? field : one))
    setMatched(next)
    setBy(keyAfter(about, next, by, mayBeNew))
  }
  return (
    <Sheet>
      <form
        className={css.columns}
        onSubmit={(event) => {
          event.preventDefault()
          if (twice.size === 0 && !isNothing) void check(matched, by)
        }}
      >
        <div>
          <StepTitle step="columns">{translate('What do its columns fill?')}</StepTitle>
          <p className={css.quiet}>
            <bdi>{about.file}</bdi>, {rowsOf(about.rows)}
          </p>
        </div>
        <ul className={css.list}>
          {about.columns.map((column, at) => (
            <ColumnLine
              // biome-ignore lint/suspicious/noArrayIndexKey: heads may be equal, and their places are fixed
              key={at}
              id={`column-${at}`}
              column={column}
              about={about}
              field={matched[at] ?? null}
              isTwice={twice.has(matched[at] ?? '')}
              fill={(field) => fill(at, field)}
            />
          ))}
        </ul>
        <MatchedBy {...{ resource, about, matched, by, setBy, mayBeNew }} />
        <Lacking {...{ resource, about, matched, by, mayBeNew }} />
        <footer className={css.foot}>
          {isNothing ? (
            <p role="alert">{translate('No column fills a field: there is nothing to import.')}</p>
          ) : null}
          {twice.size > 0 ? (
            <p role="alert">{translate('Two columns fill one field. Leave one of them out.')}</p>
          ) : null}
          <Button
            type="primary"
            htmlType="submit"
            loading={isBusy}
            disabled={isNothing || twice.size > 0}
          >
            {translate('Check {rows}', { rows: rowsOf(about.rows) })}
          </Button>
        </footer>
      </form>
    </Sheet>
  )
}

/** Keeps what was chosen, and begins the rehearsal; what was rehearsed just so already is not done again. */
function useCheck(resource: Resource, about: Import) {
  const [isBusy, setBusy] = useState(false)
  const { open: notify } = useNotification()
  const client = useQueryClient()
  const navigate = useNavigate()
  const { state: from } = useLocation()
  const check = async (matched: Matched, by: string | null) => {
    const isSame =
      about.state !== 'read' &&
      about.by === by &&
      about.columns.every(({ field }, at) => field === matched[at])
    setBusy(true)
    try {
      if (!isSame) {
        await setColumns(resource, about.id, { columns: matched, by })
        client.setQueryData(importKey(resource, about.id), await planNext(resource, about.id))
      }
      await navigate(importAddress(resource.page, about.id), { state: from })
    } catch (thrown) {
      const error = thrown as HttpError
      if (isGone(error)) await client.invalidateQueries({ queryKey: importKey(resource, about.id) })
      else notify?.(failed(error, 'The rows could not be checked.'))
    } finally {
      setBusy(false)
    }
  }
  return { isBusy, check }
}

function ColumnLine({
  id,
  column: { header, sample },
  about,
  field,
  isTwice,
  fill,
}: {
  id: string
  column: ImportColumn
  about: Import
  field: string | null
  isTwice: boolean
  fill: (field: string | null) => void
}) {
  const hint = about.fields.find(({ path }) => path === field)?.hint
  const error = isTwice ? 'Another column fills this, too.' : undefined
  const name = header || translate('Without a head')
  return (
    <li className={css.line} data-off={field === null}>
      <div className={css.column}>
        <strong>
          <bdi>{name}</bdi>
        </strong>
        <span className={css.sample} dir="auto">
          {sample.filter(Boolean).join(' · ') || translate('no values')}
        </span>
      </div>
      <span className={css.arrow} aria-hidden="true">
        →
      </span>
      <div>
        <FieldChoice
          id={id}
          header={name}
          fields={about.fields}
          value={field}
          onChange={fill}
          {...wrongWith(id, error)}
          {...(!error && hint && { 'aria-describedby': `${id}_hint` })}
        />
        <FieldNotes id={id} error={error} hint={error ? undefined : hint} />
      </div>
    </li>
  )
}

interface Matching {
  resource: Resource
  about: Import
  matched: Matched
  by: string | null
  mayBeNew: boolean
}

/** No key's path. */
const NO_KEY = ''

function MatchedBy({
  resource,
  about,
  matched,
  by,
  mayBeNew,
  setBy,
}: Matching & { setBy: (by: string | null) => void }) {
  const keys = keysIn(about, matched)
  const choices = [
    ...keys.map(({ path, label }) => ({ value: path, label })),
    ...(mayBeNew
      ? [
          {
            value: NO_KEY,
            label: translate('Nothing: every row is a new {thing}', { thing: thing(resource) }),
          },
        ]
      : []),
  ]
  if (choices.length === 0)
    return (
      <NoticeBar tone="red" role="alert">
        <p>
          {translate('No column says which of the {things} a row changes. Let one fill {keys}.', {
            things: things(resource),
            keys: listInRow(about.keys.map(({ label }) => translate(label))),
          })}
        </p>
      </NoticeBar>
    )
  return (
    <div className={css.by}>
      <Field
        id="matched-by"
        label={translate('Rows are matched by')}
        hint={
          by === null
            ? 'No stored record is changed.'
            : mayBeNew && by !== '_id'
              ? 'A row whose value is not there yet is a new record.'
              : 'A row without a value there is a new record.'
        }
      >
        <Select
          id="matched-by"
          aria-describedby="matched-by_hint"
          choices={choices}
          isClearable={false}
          value={by ?? NO_KEY}
          onChange={({ target }) => setBy(target.value === NO_KEY ? null : target.value)}
        />
      </Field>
    </div>
  )
}

/** What new records must have, and no column gives them. */
function Lacking({ resource, about, matched, by, mayBeNew }: Matching) {
  const missing = mayBeNew ? unfilled(about, matched) : []
  if (missing.length === 0) return null
  const names = listInSentence(missing.map(({ label }) => translate(label)))
  return (
    <NoticeBar tone="yellow" role="status">
      <p>
        {translate('No column fills {names}, which every new {thing} must have.', {
          names,
          thing: thing(resource),
        })}{' '}
        {by === null
          ? translate('All rows will be refused.')
          : translate('Rows that would be new will be refused; rows that change one do without.')}
      </p>
    </NoticeBar>
  )
}
