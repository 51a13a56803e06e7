import { Flex, Form, Spin, Table, Typography } from 'antd'
import { Link } from 'react-router-dom'
import { importAddress } from '#admin/format/addresses.ts'
import { translate } from '#admin/format/translate.ts'
import type { ReadingChoice } from '#admin/providers/imports.ts'
import type { Import, ImportReading } from '#contract/imports.ts'
import type { Resource } from '#model/resource.ts'
import { SelectInput } from '../form/SelectInput.tsx'
import { UploadFailure } from './FileStep.tsx'
import css from './Import.module.css'
import { encodings } from './labels.ts'
import { fileOf, useUpload } from './upload.ts'

const SEPARATORS = [
  { value: 'comma', label: 'Comma (,)' },
  { value: 'semicolon', label: 'Semicolon (;)' },
  { value: 'tab', label: 'Tab' },
  { value: 'pipe', label: 'Vertical bar (|)' },
]

/** File format, with its first lines. A changed option uploads the file again and replaces this import. */
export function Reading({ resource, about }: { resource: Resource; about: Import }) {
  const upload = useUpload(resource, about.id)
  const { send, isPending, chosen } = upload
  const file = fileOf(about.id)
  const canRead = file !== undefined
  const reading = { ...about.reading, ...(isPending && chosen?.choice) }
  const { headLine, preview, sheets = [], hiddenSheets = [] } = reading
  const controls = [
    { id: 'encoding', label: 'Encoding', value: reading.encoding, options: encodings() },
    {
      id: 'separator',
      label: 'Separator',
      value: reading.separator,
      options: SEPARATORS.map(({ value, label }) => ({ value, label: translate(label) })),
    },
    {
      id: 'sheet',
      label: 'Sheet',
      value: reading.sheet,
      options: sheets.map((name) => ({
        value: name,
        label: hiddenSheets.includes(name) ? translate('{sheet} (hidden)', { sheet: name }) : name,
      })),
    },
    {
      id: 'headLine',
      label: 'Header row',
      value: headLine === undefined ? headLine : String(headLine),
      options: preview.map(({ line }) => ({
        value: String(line),
        label: translate('Row {line}', { line }),
      })),
    },
  ]
  const read = (name: string, value: string) => {
    if (!file || isPending) return
    const { headLine: named, ...choice } = { ...file.choice }
    // Another sheet may have its header in another line.
    const kept = name === 'sheet' || named === undefined ? choice : { ...choice, headLine: named }
    const next = name === 'headLine' ? Number(value) : value
    send({ file: file.file, choice: { ...kept, [name]: next } as ReadingChoice })
  }
  return (
    <Flex aria-labelledby="reading" aria-busy={isPending} component="section" vertical gap={8}>
      <h3 id="reading">{translate('File format')}</h3>
      <Form component={false} layout="vertical">
        <Flex wrap gap="0 16px">
          {controls.map(({ id, label, value, options }) =>
            value === undefined ? null : (
              <Form.Item key={id} label={translate(label)} htmlFor={id}>
                <SelectInput
                  id={id}
                  popupMatchSelectWidth={false}
                  value={value}
                  options={options}
                  disabled={!canRead}
                  onChange={(next) => read(id, next)}
                />
              </Form.Item>
            ),
          )}
        </Flex>
      </Form>
      <UploadFailure {...upload} />
      <Typography.Text type="secondary">
        {canRead ? (
          translate('Changing these options discards your corrections.')
        ) : (
          <>
            {translate('To change these options, choose the file again.')}{' '}
            <Link style={{ textDecoration: 'underline' }} to={importAddress(resource.page)}>
              {translate('Choose a file')}
            </Link>
          </>
        )}
      </Typography.Text>
      <Spin spinning={isPending}>
        <Preview lines={preview} headLine={headLine} />
      </Spin>
    </Flex>
  )
}

type Line = ImportReading['preview'][number]

/** The first lines of the file as it was read, with at most 20 columns. */
function Preview({ lines, headLine }: { lines: readonly Line[]; headLine: number | undefined }) {
  const width = Math.min(20, Math.max(0, ...lines.map(({ cells }) => cells.length)))
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable area must be reachable by keyboard
    <section className={css.preview} tabIndex={0} aria-label={translate('First lines')}>
      <Table<Line>
        size="small"
        rowKey="line"
        dataSource={lines}
        pagination={false}
        showHeader={false}
        rowClassName={({ line }) => (line === headLine ? 'ant-table-row-selected' : '')}
        columns={[
          { dataIndex: 'line', rowScope: 'row' },
          ...Array.from({ length: width }, (_empty, at) => ({
            key: at,
            render: (_: unknown, { cells }: Line) => (
              <Typography.Text
                ellipsis
                style={{ maxWidth: 240 }}
                dir="auto"
                title={cells[at] ?? ''}
              >
                {cells[at]}
              </Typography.Text>
            ),
          })),
        ]}
      />
    </section>
  )
}
