import { useNotification } from '@refinedev/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Alert, Button, Flex, Form, Radio, Table, Typography } from 'antd'
import { useNavigate } from 'react-router-dom'
import { importAddress } from '#admin/format/addresses.ts'
import { listInRow, listInSentence } from '#admin/format/lists.ts'
import { translate } from '#admin/format/translate.ts'
import { HttpError } from '#admin/providers/http-client.ts'
import { importKey, isGone, planNext, setColumns } from '#admin/providers/imports.ts'
import {
  type ColumnsBody,
  type DateForm,
  type Import,
  type ImportForm,
  MASKED,
  type NumberForm,
} from '#contract/imports.ts'
import type { Resource } from '#model/resource.ts'
import { SelectInput } from '../form/SelectInput.tsx'
import { failed } from '../notices.ts'
import css from './Import.module.css'
import { rowsOf, thing } from './labels.ts'
import { Reading } from './Reading.tsx'

interface Props {
  resource: Resource
  about: Import
}

interface Values {
  /** Target field of each column, in column order; '' for none. */
  columns: readonly string[]
  /** Path by which rows are matched with records; '' for none. */
  by: string
  numbers?: NumberForm
  dates?: DateForm
}

/** Step 2: how the file was read, the field of each column, and the key that matches rows with records. */
export function ColumnsStep({ resource, about }: Props) {
  return (
    <>
      <Typography.Text type="secondary" style={{ overflowWrap: 'anywhere' }}>
        <bdi>{about.file}</bdi>, {rowsOf(about.rows)}
      </Typography.Text>
      <Reading resource={resource} about={about} />
      {/* Reading the file with other options creates another import. */}
      <Columns key={about.id} resource={resource} about={about} />
    </>
  )
}

function Columns({ resource, about }: Props) {
  const mayBeNew = resource.actions.includes('create')
  const [form] = Form.useForm<Values>()
  const initial: Values = {
    columns: about.columns.map(({ field }) => field ?? ''),
    by: about.by ?? '',
    ...(about.numbers?.form && { numbers: about.numbers.form }),
    ...(about.dates?.form && { dates: about.dates.form }),
  }
  const matched = Form.useWatch('columns', form) ?? initial.columns
  const by = Form.useWatch('by', form) ?? initial.by
  const { check, isPending, error, reset } = useCheck(resource, about)
  const keysIn = (columns: readonly string[]) =>
    about.keys.filter(({ path }) => columns.includes(path))

  const change = ({ columns }: Partial<Values>) => {
    reset()
    if (!columns) return
    const values = form.getFieldsValue()
    const keys = keysIn(values.columns)
    const isKept = values.by === '' ? mayBeNew : keys.some(({ path }) => path === values.by)
    if (!isKept) form.setFieldValue('by', keys[0]?.path ?? '')
    // Changing one of two columns with the same field fixes both.
    form.validateFields(values.columns.map((_, at) => ['columns', at])).catch(() => undefined)
  }
  const save = ({ columns, by: key = '', ...forms }: Values) => {
    // A detected format is not sent: other columns may have another one.
    const isSent = (name: 'numbers' | 'dates') =>
      forms[name] && (!about[name]?.isDetected || form.isFieldTouched(name))
    check({
      columns: columns.map((field) => field || null),
      by: key || null,
      ...(isSent('numbers') && { numbers: forms.numbers }),
      ...(isSent('dates') && { dates: forms.dates }),
    })
  }
  const keys = keysIn(matched).map(({ path, label }) => ({ value: path, label: translate(label) }))
  const none = translate('None: every row is a new {thing}', { thing: thing(resource) })
  if (mayBeNew) keys.push({ value: '', label: none })
  return (
    <Form<Values>
      form={form}
      layout="vertical"
      initialValues={initial}
      onValuesChange={change}
      scrollToFirstError={{ focus: true }}
      onFinish={save}
    >
      <FieldTable {...{ resource, about, matched }} />
      <Convention
        name="numbers"
        label="How does this file write numbers?"
        about={about.numbers}
        error={error?.errors.numbers}
        options={[
          { value: 'point', label: translate('Decimal point (1,234.5)') },
          { value: 'comma', label: translate('Decimal comma (1.234,5)') },
        ]}
      />
      <Convention
        name="dates"
        label="How does this file write dates?"
        about={about.dates}
        error={error?.errors.dates}
        options={[
          { value: 'dayFirst', label: translate('Day first (31/12/2026)') },
          { value: 'monthFirst', label: translate('Month first (12/31/2026)') },
        ]}
      />
      <Form.Item
        name="by"
        label={translate('Match rows by')}
        style={{ maxWidth: 480 }}
        rules={[
          {
            required: !mayBeNew,
            message: translate('Map a column to {keys}, so that rows can match existing records.', {
              keys: listInRow(about.keys.map(({ label }) => translate(label))),
            }),
          },
        ]}
      >
        <SelectInput options={keys} />
      </Form.Item>
      {mayBeNew ? <Lacking {...{ resource, about, matched, by }} /> : null}
      <Flex justify="end">
        <Button
          type="primary"
          htmlType="submit"
          loading={isPending}
          disabled={matched.every((field) => !field)}
        >
          {translate('Preview {rows}', { rows: rowsOf(about.rows) })}
        </Button>
      </Flex>
    </Form>
  )
}

function FieldTable({
  resource,
  about: { columns, fields },
  matched,
}: Props & { matched: readonly string[] }) {
  const isSecret = (field: string | undefined) =>
    resource.fields.some(({ path, kind }) => path === field && kind === 'password')
  const choices = [
    { value: '', label: translate('Do not import') },
    ...fields.map(({ path, label }) => ({ value: path, label: translate(label) })),
  ]
  const nameOf = (header: string) => header || translate('No header')
  return (
    <Table
      size="small"
      tableLayout="fixed"
      pagination={false}
      rowKey="at"
      style={{ marginBlockEnd: 16 }}
      dataSource={columns.map((column, at) => ({ ...column, at }))}
      columns={[
        {
          title: translate('Column'),
          rowScope: 'row',
          render: (_, { header, sample, at }) => (
            <div className={css.column}>
              <strong>
                <bdi>{nameOf(header)}</bdi>
              </strong>
              <span className={css.text} dir="auto">
                {isSecret(matched[at])
                  ? MASKED
                  : sample.filter(Boolean).join(' · ') || translate('no values')}
              </span>
            </div>
          ),
        },
        {
          title: translate('Field'),
          render: (_, { header, at }) => {
            const hint = fields.find(({ path }) => path === matched[at])?.hint
            return (
              <Form.Item
                name={['columns', at]}
                style={{ margin: 0 }}
                {...(hint && { extra: translate('Format: {hint}', { hint: translate(hint) }) })}
                rules={[filledOnce]}
              >
                <SelectInput
                  popupMatchSelectWidth={false}
                  aria-label={translate('Field for column {header}', {
                    header: nameOf(header),
                  })}
                  options={choices}
                />
              </Form.Item>
            )
          },
        },
      ]}
    />
  )
}

const filledOnce = ({ getFieldValue }: { getFieldValue: (name: string) => unknown }) => ({
  validator: (_: unknown, field: string) =>
    field && (getFieldValue('columns') as string[]).filter((one) => one === field).length > 1
      ? Promise.reject(new Error(translate('Another column is mapped to this field, too.')))
      : Promise.resolve(),
})

const UNANSWERED = 'Choose one. It cannot be detected from the file.'

/** Format of the file's numbers or dates: the detected one, or a question if it could not be detected. */
function Convention<Form_ extends string>({
  name,
  label,
  about,
  error,
  options,
}: {
  name: 'numbers' | 'dates'
  label: string
  about: ImportForm<Form_> | undefined
  error: string | undefined
  options: { value: Form_; label: string }[]
}) {
  if (!about) return null
  const { form, isDetected, example } = about
  return (
    <Form.Item
      name={name}
      label={translate(label)}
      extra={translate(
        isDetected ? 'Detected from the file: {example}.' : 'For example: {example}.',
        { example },
      )}
      rules={[{ required: form === null, message: translate(UNANSWERED) }]}
      {...(error && { help: translate(error), validateStatus: 'error' as const })}
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

function Lacking({
  resource,
  about,
  matched,
  by,
}: Props & { matched: readonly string[]; by: string }) {
  const missing = about.fields.filter(
    ({ isRequired, path }) => isRequired && !matched.includes(path),
  )
  if (missing.length === 0) return null
  const what = translate('No column is mapped to {names}, which every new {thing} requires.', {
    names: listInSentence(missing.map(({ label }) => translate(label))),
    thing: thing(resource),
  })
  const then = translate(
    by === ''
      ? 'All rows will be rejected.'
      : 'New rows will be rejected. Rows that update a record do not need it.',
  )
  return (
    <Alert
      type="warning"
      role="status"
      style={{ marginBlockEnd: 16 }}
      message={`${what} ${then}`}
    />
  )
}

/** Saves the choices, starts the preview and opens the next step. */
function useCheck(resource: Resource, about: Import) {
  const { open: notify } = useNotification()
  const client = useQueryClient()
  const navigate = useNavigate()
  const queryKey = importKey(resource, about.id)
  const { mutate, ...mutation } = useMutation<void, HttpError, ColumnsBody>({
    mutationFn: async (body) => {
      const set = await setColumns(resource, about.id, body)
      client.setQueryData(queryKey, set)
      // Columns that newly fill numbers or dates may have either format.
      const fields = {
        ...(set.numbers?.form === null && { numbers: UNANSWERED }),
        ...(set.dates?.form === null && { dates: UNANSWERED }),
      }
      if (Object.keys(fields).length > 0) throw new HttpError(400, { fields })
      client.setQueryData(queryKey, await planNext(resource, about.id))
    },
    onError: (failure) => {
      if (failure.errors.numbers ?? failure.errors.dates) return
      if (isGone(failure)) void client.invalidateQueries({ queryKey })
      else notify?.(failed(failure, 'Failed to preview the rows.'))
    },
  })
  const check = (body: ColumnsBody) =>
    mutate(body, {
      // Not called if the page was left meanwhile.
      onSuccess: () => void navigate(importAddress(resource.page, about.id)),
    })
  return { ...mutation, check }
}
