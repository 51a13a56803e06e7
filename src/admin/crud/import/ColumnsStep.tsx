import { useNotification } from '@refinedev/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Alert, Button, Card, Flex, Select, Typography } from 'antd'
import { useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { importAddress } from '#admin/format/addresses.ts'
import { listInRow, listInSentence } from '#admin/format/lists.ts'
import { translate } from '#admin/format/translate.ts'
import type { HttpError } from '#admin/providers/http-client.ts'
import { importKey, isGone, planNext, setColumns } from '#admin/providers/imports.ts'
import { Field, FieldNotes } from '#admin/ui/Field.tsx'
import { wrongWith } from '#admin/ui/wrong-with.ts'
import type { ColumnsBody } from '#contract/import-bodies.ts'
import {
  DATE_FORMS,
  type DateForm,
  type Import,
  type ImportColumn,
  type ImportField,
  type ImportForm,
  MASKED,
  NUMBER_FORMS,
  type NumberForm,
} from '#contract/imports.ts'
import type { Resource } from '#model/resource.ts'
import type { FieldErrors } from '#model/words.ts'
import { useSelectProps } from '../form/use-select-props.ts'
import { failed } from '../notices.ts'
import css from './ColumnsStep.module.css'
import { FormQuestion } from './FormQuestion.tsx'
import { dateWords, numberWords } from './forms.ts'
import {
  filledTwice,
  isPassword,
  keyAfter,
  keysIn,
  type Matched,
  matchedAgain,
  unfilled,
} from './matching.ts'
import { Reading } from './Reading.tsx'
import { StepTitle } from './Steps.tsx'
import { fileOf, noteFile } from './upload.ts'
import { rowsOf, thing, things } from './words.ts'

/** The second step: how the file was read, which field each column fills, and by what rows find their records. */
export function ColumnsStep({ resource, about }: { resource: Resource; about: Import }) {
  const mayBeNew = resource.actions.includes('create')
  const before = useBefore(about.id)
  const [matched, setMatched] = useState<Matched>(() =>
    matchedAgain(about.columns, before?.columns ?? []),
  )
  const [by, setBy] = useState(() =>
    before ? keyAfter(about, matched, before.by, mayBeNew) : about.by,
  )
  const [numbers, setNumbers] = useState(() => chosenOf(about.numbers))
  const [dates, setDates] = useState(() => chosenOf(about.dates))
  const { isBusy, errors, check } = useCheck(resource, about)
  const twice = filledTwice(matched)
  const columns = about.columns.map(({ header, sample }, at) => {
    const field = matched[at] ?? null
    // The server masks what it knows to be passwords: by the fields that were sent to it.
    return { header, field, sample: isPassword(resource, field) ? [MASKED] : sample }
  })
  const isNothing = matched.every((field) => field === null)
  const fill = (at: number, field: string | null) => {
    const next = matched.map((one, index) => (index === at ? field : one))
    setMatched(next)
    setBy(keyAfter(about, next, by, mayBeNew))
  }
  return (
    <Card>
      <Flex vertical gap={16} style={{ padding: 'clamp(16px, 3vw, 24px)' }}>
        <div>
          <StepTitle step="columns">{translate('What do its columns fill?')}</StepTitle>
          <Typography.Text type="secondary" style={{ display: 'block', overflowWrap: 'anywhere' }}>
            <bdi>{about.file}</bdi>, {rowsOf(about.rows)}
          </Typography.Text>
        </div>
        <Reading resource={resource} about={about} before={{ columns, by }} />
        <form
          className={css.form}
          onSubmit={(event) => {
            event.preventDefault()
            if (twice.size === 0 && !isNothing)
              check({
                ...{ columns: [...matched], by },
                ...(numbers && { numbers }),
                ...(dates && { dates }),
              })
          }}
        >
          <ul className={css.list}>
            {columns.map((column, at) => (
              <ColumnLine
                // biome-ignore lint/suspicious/noArrayIndexKey: heads may be equal, and their places are fixed
                key={at}
                id={`column-${at}`}
                column={column}
                about={about}
                isTwice={twice.has(matched[at] ?? '')}
                fill={(field) => fill(at, field)}
              />
            ))}
          </ul>
          {about.numbers ? (
            <FormQuestion<NumberForm>
              id="numbers"
              label={translate('How does this file write numbers?')}
              about={about.numbers}
              choices={choicesOf(NUMBER_FORMS, about.numbers, numberWords)}
              chosen={numbers}
              choose={setNumbers}
              error={errors.numbers}
            />
          ) : null}
          {about.dates ? (
            <FormQuestion<DateForm>
              id="dates"
              label={translate('How does this file write dates?')}
              about={about.dates}
              choices={choicesOf(DATE_FORMS, about.dates, dateWords)}
              chosen={dates}
              choose={setDates}
              error={errors.dates}
            />
          ) : null}
          <MatchedBy {...{ resource, about, matched, by, setBy, mayBeNew }} />
          <Lacking {...{ resource, about, matched, by, mayBeNew }} />
          <Flex component="footer" wrap align="center" justify="end" gap="8px 16px">
            {isNothing ? (
              <Typography.Text type="danger" role="alert">
                {translate('No column fills a field: there is nothing to import.')}
              </Typography.Text>
            ) : null}
            {twice.size > 0 ? (
              <Typography.Text type="danger" role="alert">
                {translate('Two columns fill one field. Leave one of them out.')}
              </Typography.Text>
            ) : null}
            <Button
              type="primary"
              htmlType="submit"
              loading={isBusy}
              disabled={isNothing || twice.size > 0}
            >
              {translate('Check {rows}', { rows: rowsOf(about.rows) })}
            </Button>
          </Flex>
        </form>
      </Flex>
    </Card>
  )
}

/** What was chosen before the file was read again; the control that asked for that has the focus again. */
function useBefore(id: string) {
  const [before] = useState(() => fileOf(id)?.before)
  useEffect(() => {
    const chosen = fileOf(id)
    if (!chosen?.before) return
    document.getElementById(chosen.before.focus)?.focus()
    const { before: _, ...rest } = chosen
    noteFile(rest)
  }, [id])
  return before
}

/** What the person said of how numbers or dates are written. */
function chosenOf<Form extends string>(about: ImportForm<Form> | undefined): Form | undefined {
  return about?.isDetected ? undefined : (about?.form ?? undefined)
}

function choicesOf<Form extends string>(
  forms: readonly Form[],
  { example }: ImportForm<Form>,
  words: (example: string, form: Form) => string,
) {
  return forms.map((value) => ({ value, label: words(example, value) }))
}

const UNANSWERED = 'Choose one: the file does not say which.'

/**
 * Keeps what was chosen, and begins the dry run; what was planned just so already is not done again. What the server
 * has to ask first is told at its question.
 */
function useCheck(resource: Resource, about: Import) {
  const [errors, setErrors] = useState<FieldErrors>({})
  const { open: notify } = useNotification()
  const client = useQueryClient()
  const navigate = useNavigate()
  const { state: from } = useLocation()
  const queryKey = importKey(resource, about.id)
  useEffect(() => {
    const [name] = ['numbers', 'dates'].filter((one) => Object.hasOwn(errors, one))
    if (name) document.querySelector<HTMLElement>(`input[name="${name}"]`)?.focus()
  }, [errors])
  const checkRows = async (body: ColumnsBody) => {
    const isSame =
      about.state !== 'read' &&
      about.by === body.by &&
      about.columns.every(({ field }, at) => field === body.columns[at]) &&
      chosenOf(about.numbers) === body.numbers &&
      chosenOf(about.dates) === body.dates
    setErrors({})
    if (!isSame) {
      const set = await setColumns(resource, about.id, body)
      const open = {
        ...(set.numbers?.form === null && { numbers: UNANSWERED }),
        ...(set.dates?.form === null && { dates: UNANSWERED }),
      }
      if (Object.keys(open).length > 0) {
        client.setQueryData(queryKey, set)
        setErrors(open)
        return
      }
      client.setQueryData(queryKey, await planNext(resource, about.id))
    }
    await navigate(importAddress(resource.page, about.id), { state: from })
  }
  const { mutate: check, isPending } = useMutation<void, HttpError, ColumnsBody>({
    mutationFn: checkRows,
    onError: async (error) => {
      const isAsked = error.errors.numbers ?? error.errors.dates
      if (isGone(error) || isAsked) await client.invalidateQueries({ queryKey })
      if (isAsked) setErrors(error.errors)
      else if (!isGone(error)) notify?.(failed(error, 'The rows could not be checked.'))
    },
  })
  return { isBusy: isPending, errors, check }
}

function ColumnLine({
  id,
  column: { header, field, sample },
  about,
  isTwice,
  fill,
}: {
  id: string
  column: ImportColumn
  about: Import
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
  const select = useSelectProps({ id: 'matched-by', 'aria-describedby': 'matched-by_hint' })
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
      <Alert
        type="error"
        role="alert"
        message={translate(
          'No column says which of the {things} a row changes. Let one fill {keys}.',
          {
            things: things(resource),
            keys: listInRow(about.keys.map(({ label }) => translate(label))),
          },
        )}
      />
    )
  return (
    <div style={{ maxWidth: 480 }}>
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
          {...select}
          value={by ?? NO_KEY}
          onChange={(next) => setBy(next === NO_KEY ? null : next)}
          options={choices.map(({ value, label }) => ({ value, label: translate(label) }))}
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
    <Alert
      type="warning"
      role="status"
      message={
        <>
          {translate('No column fills {names}, which every new {thing} must have.', {
            names,
            thing: thing(resource),
          })}{' '}
          {by === null
            ? translate('All rows will be refused.')
            : translate('Rows that would be new will be refused; rows that change one do without.')}
        </>
      }
    />
  )
}

interface Props {
  id: string
  'aria-invalid'?: 'true' | undefined
  'aria-describedby'?: string | undefined
  /** What the head of the column says. */
  header: string
  fields: readonly ImportField[]
  value: string | null
  onChange: (field: string | null) => void
}

/** No field's path. */
const NONE = ''

/** Which field a column of a file fills, or none. */
function FieldChoice({ header, fields, value, onChange, ...control }: Props) {
  const select = useSelectProps({
    ...control,
    'aria-label': translate('Field for the column {header}', { header }),
  })
  return (
    <Select
      {...select}
      showSearch
      optionFilterProp="label"
      value={value ?? NONE}
      onChange={(next) => onChange(next === NONE ? null : next)}
      options={[
        { value: NONE, label: translate('Not imported') },
        ...fields.map(({ path, label }) => ({ value: path, label: translate(label) })),
      ]}
    />
  )
}
