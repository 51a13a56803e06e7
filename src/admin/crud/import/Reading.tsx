import { Button, Flex, Form, Radio, Spin, Table, Typography } from 'antd'
import { Link } from 'react-router-dom'
import { importAddress } from '#admin/format/addresses.ts'
import { translate } from '#admin/format/translate.ts'
import type { ReadingChoice } from '#admin/providers/imports.ts'
import { type Import, type ImportReading, MASKED } from '#contract/imports.ts'
import type { Resource } from '#model/resource.ts'
import { SelectInput } from '../form/SelectInput.tsx'
import css from './Import.module.css'
import { isPassword, type Matched } from './matching.ts'
import { UploadFailure } from './UploadFailure.tsx'
import { fileOf, useUpload } from './upload.ts'
import { encodings, separators } from './words.ts'

/** How the file was read, with its first lines. Another choice sends the file again, in place of this import. */
export function Reading({
  resource,
  about,
  matched,
}: {
  resource: Resource
  about: Import
  matched: Matched
}) {
  const upload = useUpload(resource, about.id)
  const { send, isPending, chosen, cancel } = upload
  const file = fileOf(about.id)
  // Once it is read, the file belongs to the next import already: what has the focus keeps it.
  const canRead = file !== undefined || isPending
  const reading = { ...about.reading, ...(isPending && chosen?.choice) }
  const { headLine, preview, sheets = [], hiddenSheets = [] } = reading
  const controls = [
    { id: 'encoding', label: 'Encoding', value: reading.encoding, options: encodings() },
    { id: 'separator', label: 'Separator', value: reading.separator, options: separators() },
    {
      ...{ id: 'sheet', label: 'Sheet', value: reading.sheet },
      options: sheets.map((name) => ({
        value: name,
        label: hiddenSheets.includes(name) ? translate('{sheet} (hidden)', { sheet: name }) : name,
      })),
    },
  ]
  const read = (choice: ReadingChoice) => {
    if (!file || isPending) return
    const next = { ...file.choice, ...choice }
    // Another sheet has its names in another line.
    if (choice.sheet !== undefined) delete next.headLine
    send({ file: file.file, choice: next })
  }
  return (
    <Flex aria-labelledby="reading" aria-busy={isPending} component="section" vertical gap={8}>
      <Flex wrap align="center" gap="4px 16px" style={{ minHeight: 32 }}>
        <h3 id="reading">{translate('How the file was read')}</h3>
        <Typography.Text role="status" type="secondary">
          {isPending ? translate('Reading the file again…') : ''}
        </Typography.Text>
        {isPending ? (
          <Button size="small" onClick={cancel}>
            {translate('Cancel')}
          </Button>
        ) : null}
      </Flex>
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
                  onChange={(next) => read({ [id]: next } as ReadingChoice)}
                />
              </Form.Item>
            ),
          )}
        </Flex>
      </Form>
      <UploadFailure {...upload} />
      {canRead ? null : (
        <Typography.Text type="secondary">
          {translate('To read it in another way, choose the file again.')}{' '}
          <Link style={{ textDecoration: 'underline' }} to={importAddress(resource.page)}>
            {translate('Choose a file')}
          </Link>
        </Typography.Text>
      )}
      {headLine === undefined ? null : (
        <Typography.Text type="secondary">
          {translate('Line {line} names the columns. If that is wrong, choose another line.', {
            line: headLine,
          })}
        </Typography.Text>
      )}
      <Spin spinning={isPending}>
        <Preview
          lines={preview}
          secrets={matched.map((field) => isPassword(resource, field))}
          headLine={headLine}
          {...(canRead && { choose: (line: number) => read({ headLine: line }) })}
        />
      </Spin>
      {about.state === 'read' || !canRead ? null : (
        <Typography.Text type="secondary">
          {translate('Reading the file in another way discards what you changed in its rows.')}
        </Typography.Text>
      )}
    </Flex>
  )
}

type Line = ImportReading['preview'][number]

/** So many columns show how a file was read. */
const MOST = 20

/** The first lines of the file as they were read. Where one of them names the columns, another can be chosen for that. */
function Preview({
  lines,
  secrets,
  headLine,
  choose,
}: {
  lines: readonly Line[]
  /** By the columns' places, those of passwords. */
  secrets: readonly boolean[]
  headLine: number | undefined
  choose?: (line: number) => void
}) {
  const width = Math.min(MOST, Math.max(0, ...lines.map(({ cells }) => cells.length)))
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be scrolled by keys, too
    <section className={css.preview} tabIndex={0} aria-label={translate('First lines')}>
      <Table<Line>
        size="small"
        rowKey="line"
        dataSource={lines}
        pagination={false}
        showHeader={false}
        rowClassName={({ line }) => (line === headLine ? 'ant-table-row-selected' : '')}
        columns={[
          {
            key: 'line',
            rowScope: 'row',
            render: (_, { line }) =>
              headLine === undefined ? (
                line
              ) : (
                <Radio
                  checked={line === headLine}
                  disabled={!choose}
                  onChange={() => choose?.(line)}
                >
                  <span className="sr-only">{translate('Line')} </span>
                  {line}
                </Radio>
              ),
          },
          ...Array.from({ length: width }, (_empty, at) => ({
            key: at,
            render: (_: unknown, { line, cells }: Line) => {
              const text = secrets[at] && line !== headLine && cells[at] ? MASKED : cells[at]
              return (
                <Typography.Text ellipsis style={{ maxWidth: 240 }} dir="auto" title={text ?? ''}>
                  {text}
                </Typography.Text>
              )
            },
          })),
        ]}
      />
    </section>
  )
}
