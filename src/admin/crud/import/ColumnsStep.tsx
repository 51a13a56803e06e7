import { useNotification } from '@refinedev/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Alert, Button, Flex, Form, Radio, Table, Typography } from 'antd'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { importAddress } from '#admin/format/addresses.ts'
import { listInRow, listInSentence } from '#admin/format/lists.ts'
import { translate } from '#admin/format/translate.ts'
import type { HttpError } from '#admin/providers/http-client.ts'
import { importKey, isGone, planNext, setColumns } from '#admin/providers/imports.ts'
import type { ColumnsBody } from '#contract/import-bodies.ts'
import {
  type DateForm,
  type Import,
  type ImportForm,
  MASKED,
  type NumberForm,
} from '#contract/imports.ts'
import type { Resource } from '#model/resource.ts'
import type { FieldErrors } from '#model/words.ts'
import { SelectInput } from '../form/SelectInput.tsx'
import { failed } from '../notices.ts'
import css from './Import.module.css'
import {
  fieldsOf,
  isPassword,
  keyAfter,
  keysIn,
  type Matched,
  matchedAgain,
  unfilled,
} from './matching.ts'
import { Reading } from './Reading.tsx'
import { rowsOf, thing, things } from './words.ts'

interface Values {
  columns: Matched
  by: string
  numbers?: NumberForm
  dates?: DateForm
}

/** The second step: how the file was read, which field each column fills, and by what rows find their records. */
export function ColumnsStep({ resource, about }: { resource: Resource; about: Import }) {
  const mayBeNew = resource.actions.includes('create')
  const [form] = Form.useForm<Values>()
  const initial: Values = {
    columns: about.columns.map(({ field }) => field ?? ''),
    by: about.by ?? '',
    ...(about.numbers?.form && { numbers: about.numbers.form }),
    ...(about.dates?.form && { dates: about.dates.form }),
  }
  /** What was detected is not said: other columns may be written in another way. */
  const isSaid = (name: 'numbers' | 'dates') =>
    !about[name]?.isDetected || form.isFieldTouched(name)
  // Read in another way it is another import, on the same page: columns of the same name fill what they filled.
  const last = useRef(about)
  const begin = useEffectEvent(() => {
    const before = last.current
    last.current = about
    if (before.id === about.id) return
    const were = form.getFieldsValue(true) as Values
    const columns = matchedAgain(
      about.columns,
      before.columns.map((one, at) => ({ ...one, field: were.columns[at] || null })),
    )
    form.resetFields()
    form.setFieldsValue({ columns, by: keyAfter(about, columns, were.by, mayBeNew) })
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each import
  useEffect(() => begin(), [about.id])
  const matched = Form.useWatch('columns', form) ?? initial.columns
  const by = Form.useWatch('by', form) ?? initial.by
  const { isPending, errors, check } = useCheck(resource, about)
  useEffect(() => {
    const names = (['numbers', 'dates'] as const).filter((name) => errors[name])
    form.setFields(names.map((name) => ({ name, errors: [translate(errors[name] ?? '')] })))
    if (about.numbers || about.dates)
      document.querySelector<HTMLElement>(`input[name="${names[0]}"]`)?.focus()
  }, [errors, about.numbers, about.dates, form])

  const change = (changed: Partial<Values>) => {
    if (!changed.columns) return
    const { columns, by: chosen } = form.getFieldsValue()
    form.setFieldValue('by', keyAfter(about, columns, chosen ?? '', mayBeNew))
    // Two that filled one field are right once one of them does not.
    form.validateFields(columns.map((_, at) => ['columns', at])).catch(() => undefined)
  }
  const isNothing = matched.every((field) => !field)
  const choices = [
    { value: '', label: translate('Not imported') },
    ...about.fields.map(({ path, label }) => ({ value: path, label: translate(label) })),
  ]
  const keys = keysIn(about, matched).map(({ path, label }) => ({
    value: path,
    label: translate(label),
  }))
  if (mayBeNew)
    keys.push({
      value: '',
      label: translate('Nothing: every row is a new {thing}', { thing: thing(resource) }),
    })
  return (
    <>
      <Typography.Text type="secondary" style={{ overflowWrap: 'anywhere' }}>
        <bdi>{about.file}</bdi>, {rowsOf(about.rows)}
      </Typography.Text>
      <Reading resource={resource} about={about} matched={matched} />
      <Form<Values>
        form={form}
        layout="vertical"
        initialValues={initial}
        onValuesChange={change}
        scrollToFirstError={{ focus: true }}
        onFinish={({ columns, by: key = '', numbers, dates }) =>
          check({
            columns: fieldsOf(columns),
            by: key || null,
            ...(numbers && isSaid('numbers') && { numbers }),
            ...(dates && isSaid('dates') && { dates }),
          })
        }
      >
        <Table
          size="small"
          tableLayout="fixed"
          pagination={false}
          rowKey="at"
          style={{ marginBlockEnd: 16 }}
          dataSource={about.columns.map((column, at) => ({ ...column, at }))}
          columns={[
            {
              title: translate('Column'),
              rowScope: 'row',
              render: (_, { header, sample, at }) => (
                <div className={css.column}>
                  <strong>
                    <bdi>{header || translate('Without a head')}</bdi>
                  </strong>
                  <span className={css.text} dir="auto">
                    {/* The server masks what it knows to be passwords: by the fields that were sent to it. */}
                    {isPassword(resource, matched[at])
                      ? MASKED
                      : sample.filter(Boolean).join(' · ') || translate('no values')}
                  </span>
                </div>
              ),
            },
            {
              title: translate('Field'),
              render: (_, { header, at }) => {
                const hint = about.fields.find(({ path }) => path === matched[at])?.hint
                return (
                  <Form.Item
                    name={['columns', at]}
                    style={{ margin: 0 }}
                    {...(hint && { extra: translate(hint) })}
                    rules={[filledOnce]}
                  >
                    <SelectInput
                      popupMatchSelectWidth={false}
                      aria-label={translate('Field for the column {header}', {
                        header: header || translate('Without a head'),
                      })}
                      options={choices}
                    />
                  </Form.Item>
                )
              },
            },
          ]}
        />
        <Convention
          name="numbers"
          label="How does this file write numbers?"
          about={about.numbers}
          options={[
            { value: 'point', label: translate('Point is the decimal sign (1,234.5)') },
            { value: 'comma', label: translate('Comma is the decimal sign (1.234,5)') },
          ]}
        />
        <Convention
          name="dates"
          label="How does this file write dates?"
          about={about.dates}
          options={[
            { value: 'dayFirst', label: translate('Day first (31/12/2026)') },
            { value: 'monthFirst', label: translate('Month first (12/31/2026)') },
          ]}
        />
        {keys.length > 0 ? (
          <Form.Item
            name="by"
            label={translate('Rows are matched by')}
            extra={translate(byHint(by, mayBeNew))}
            style={{ maxWidth: 480 }}
          >
            <SelectInput options={keys} />
          </Form.Item>
        ) : (
          <Alert
            type="error"
            message={translate(
              'No column says which of the {things} a row changes. Let one fill {keys}.',
              {
                things: things(resource),
                keys: listInRow(about.keys.map(({ label }) => translate(label))),
              },
            )}
          />
        )}
        {mayBeNew ? <Lacking {...{ resource, about, matched, by }} /> : null}
        <Flex wrap align="center" justify="end" gap="8px 16px">
          {isNothing ? (
            <Typography.Text type="danger" role="alert">
              {translate('No column fills a field: there is nothing to import.')}
            </Typography.Text>
          ) : null}
          <Button type="primary" htmlType="submit" loading={isPending} disabled={isNothing}>
            {translate('Check {rows}', { rows: rowsOf(about.rows) })}
          </Button>
        </Flex>
      </Form>
    </>
  )
}

const filledOnce = ({ getFieldValue }: { getFieldValue: (name: string) => unknown }) => ({
  validator: (_: unknown, field: string) =>
    field && (getFieldValue('columns') as Matched).filter((one) => one === field).length > 1
      ? Promise.reject(new Error(translate('Another column fills this, too.')))
      : Promise.resolve(),
})

function byHint(by: string, mayBeNew: boolean): string {
  if (by === '') return 'No stored record is changed.'
  return mayBeNew && by !== '_id'
    ? 'A row whose value is not there yet is a new record.'
    : 'A row without a value there is a new record.'
}

const UNANSWERED = 'Choose one: the file does not say which.'

/** How the numbers or dates of the file are written: what was detected, or a question where that was not possible. */
function Convention<Form_ extends string>({
  name,
  label,
  about,
  options,
}: {
  name: 'numbers' | 'dates'
  label: string
  about: ImportForm<Form_> | undefined
  options: { value: Form_; label: string }[]
}) {
  if (!about) return null
  const { form, isDetected, example } = about
  return (
    <Form.Item
      name={name}
      label={translate(label)}
      extra={translate(
        isDetected ? 'Detected from the file: {example}.' : 'It has {example}, for example.',
        { example },
      )}
      rules={[{ required: form === null, message: translate(UNANSWERED) }]}
    >
      <Radio.Group
        {...{ role: 'radiogroup', 'aria-label': translate(label) }}
        name={name}
        style={{ rowGap: 8 }}
        options={options}
      />
    </Form.Item>
  )
}

/** What new records must have, and no column gives them. */
function Lacking({
  resource,
  about,
  matched,
  by,
}: {
  resource: Resource
  about: Import
  matched: Matched
  by: string
}) {
  const missing = unfilled(about, matched)
  if (missing.length === 0) return null
  const names = listInSentence(missing.map(({ label }) => translate(label)))
  return (
    <Alert
      type="warning"
      role="status"
      style={{ marginBlockEnd: 16 }}
      message={
        <>
          {translate('No column fills {names}, which every new {thing} must have.', {
            names,
            thing: thing(resource),
          })}{' '}
          {by === ''
            ? translate('All rows will be refused.')
            : translate('Rows that would be new will be refused; rows that change one do without.')}
        </>
      }
    />
  )
}

/**
 * Keeps what was chosen, and begins the dry run; what was planned just so already is not done again. What the server
 * has to ask first is told at its question.
 */
function useCheck(resource: Resource, about: Import) {
  const [told, setTold] = useState<{ id: string; errors: FieldErrors }>()
  const setErrors = (errors: FieldErrors) => setTold({ id: about.id, errors })
  const { open: notify } = useNotification()
  const client = useQueryClient()
  const navigate = useNavigate()
  const { state: from } = useLocation()
  const queryKey = importKey(resource, about.id)
  const { mutate, isPending } = useMutation<FieldErrors, HttpError, ColumnsBody>({
    mutationFn: async (body) => {
      setErrors({})
      if (!isPlannedSo(about, body)) {
        const set = await setColumns(resource, about.id, body)
        const open = {
          ...(set.numbers?.form === null && { numbers: UNANSWERED }),
          ...(set.dates?.form === null && { dates: UNANSWERED }),
        }
        if (Object.keys(open).length > 0) {
          client.setQueryData(queryKey, set)
          return open
        }
        client.setQueryData(queryKey, await planNext(resource, about.id))
      }
      return {}
    },
    onSuccess: setErrors,
    onError: async (error) => {
      const isAsked = error.errors.numbers ?? error.errors.dates
      if (isGone(error) || isAsked) await client.invalidateQueries({ queryKey })
      if (isAsked) setErrors(error.errors)
      else if (!isGone(error)) notify?.(failed(error, 'The rows could not be checked.'))
    },
  })
  const check = (body: ColumnsBody) =>
    mutate(body, {
      // Not where the page was left meanwhile.
      onSuccess: (open) => {
        if (Object.keys(open).length === 0)
          void navigate(importAddress(resource.page, about.id), { state: from })
      },
    })
  return { isPending, errors: told?.id === about.id ? told.errors : NO_ERRORS, check }
}

const NO_ERRORS: FieldErrors = {}

function isPlannedSo(about: Import, { columns, by, numbers, dates }: ColumnsBody): boolean {
  return (
    about.state !== 'read' &&
    about.by === by &&
    about.columns.every(({ field }, at) => field === columns[at]) &&
    saidIn(about.numbers) === numbers &&
    saidIn(about.dates) === dates
  )
}

/** The form that somebody chose; undefined of one that was detected. */
function saidIn<Form_ extends string>(about: ImportForm<Form_> | undefined): Form_ | undefined {
  return about && !about.isDetected ? (about.form ?? undefined) : undefined
}
