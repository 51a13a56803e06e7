import { useQueryClient } from '@tanstack/react-query'
import { Alert, Button, Flex, Radio, Select, Spin, Table, Typography } from 'antd'
import { type CSSProperties, useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { importAddress } from '#admin/format/addresses.ts'
import { translate } from '#admin/format/translate.ts'
import { discardImport, importKey, type ReadingChoice } from '#admin/providers/imports.ts'
import { Field } from '#admin/ui/Field.tsx'
import { wrongWith } from '#admin/ui/wrong-with.ts'
import { type Import, type ImportReading, MASKED } from '#contract/imports.ts'
import type { Resource } from '#model/resource.ts'
import { DropArea } from './DropArea.tsx'
import { noteImport } from './last-import.ts'
import { isPassword } from './matching.ts'
import { AT_COLUMNS } from './step.ts'
import { type Before, fileOf, noteFile, useUpload } from './upload.ts'
import { encodings, separators } from './words.ts'

/** How the file was read, with its first lines. Another choice sends the file again, in place of this import. */
export function Reading({
  resource,
  about,
  before,
}: {
  resource: Resource
  about: Import
  /** What is chosen for the columns so far. */
  before: Pick<Before, 'columns' | 'by'>
}) {
  const again = useReadAgain(resource, about, before)
  const { isSending, refused, reading } = again
  const { encoding, separator, sheet, sheets = [], hiddenSheets = [], headLine, preview } = reading
  const errors = refused?.errors ?? {}
  const isToldAtControl = [
    encoding && errors.encoding,
    separator && errors.separator,
    sheet && errors.sheet,
  ].some(Boolean)
  return (
    <Flex aria-labelledby="reading" aria-busy={isSending} component="section" vertical gap={8}>
      <Flex wrap align="center" gap="4px 16px" style={{ minHeight: 32 }}>
        <h3 id="reading">{translate('How the file was read')}</h3>
        <Typography.Text role="status" type="secondary" style={{ display: 'block' }}>
          {isSending ? translate('Reading the file again…') : ''}
        </Typography.Text>
        {isSending ? (
          <Button size="small" onClick={again.cancel}>
            {translate('Cancel')}
          </Button>
        ) : null}
      </Flex>
      <Flex wrap gap="8px 16px">
        {encoding === undefined ? null : (
          <ReadingControl
            id="encoding"
            label="Encoding"
            choices={encodings()}
            value={encoding}
            error={errors.encoding}
            onChange={(next) => again.read({ encoding: next }, 'encoding')}
          />
        )}
        {separator === undefined ? null : (
          <ReadingControl
            id="separator"
            label="Separator"
            choices={separators()}
            value={separator}
            error={errors.separator}
            onChange={(next) => again.read({ separator: next }, 'separator')}
          />
        )}
        {sheet === undefined ? null : (
          <ReadingControl
            id="sheet"
            label="Sheet"
            choices={sheets.map((name) => ({
              value: name,
              label: hiddenSheets.includes(name)
                ? translate('{sheet} (hidden)', { sheet: name })
                : name,
            }))}
            value={sheet}
            error={errors.sheet}
            onChange={(next) => again.read({ sheet: next }, 'sheet')}
          />
        )}
      </Flex>
      <div role="alert">
        {refused && !isToldAtControl ? (
          <Alert
            type="error"
            message={errors.headLine ?? refused.text}
            action={
              refused.again ? (
                <Button onClick={refused.again}>{translate('Retry')}</Button>
              ) : undefined
            }
          />
        ) : null}
      </div>
      {again.isFileAsked ? <FileAgain file={about.file} {...again} /> : null}
      <Spin spinning={isSending}>
        <ReadingPreview
          lines={preview}
          secrets={before.columns.map(({ field }) => isPassword(resource, field))}
          headLine={headLine}
          choose={(line, control) => again.read({ headLine: line }, control)}
        />
      </Spin>
      {about.state === 'read' ? null : (
        <Typography.Text type="secondary" style={{ display: 'block' }}>
          {translate('Reading the file in another way discards what you changed in its cells.')}
        </Typography.Text>
      )}
    </Flex>
  )
}

/** Asks for a file that the page has lost. */
function FileAgain({
  file,
  take,
  cancel,
}: {
  file: string
  take: (file: File) => void
  cancel: () => void
}) {
  const area = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // The select that was chosen from takes the focus once more when it closes.
    const frame = requestAnimationFrame(() => area.current?.querySelector('input')?.focus())
    return () => cancelAnimationFrame(frame)
  }, [])
  return (
    <Flex ref={area} vertical align="start" gap={8}>
      <p>{translate('Choose {file} again to read it in this way.', { file })}</p>
      <DropArea onFile={take} />
      <Button onClick={cancel}>{translate('Cancel')}</Button>
    </Flex>
  )
}

type Line = ImportReading['preview'][number]

/** So many columns show how a file was read. */
const MOST = 20

const PREVIEW: CSSProperties = {
  maxHeight: 200,
  overflow: 'auto',
  border: '1px solid var(--edge)',
  borderRadius: 8,
}

/** The first lines of the file as they were read. Where one of them names the columns, another can be chosen for that. */
function ReadingPreview({
  lines,
  secrets,
  headLine,
  choose,
}: {
  lines: readonly Line[]
  /** By the columns' places, those of passwords. */
  secrets: readonly boolean[]
  headLine: number | undefined
  choose: (line: number, control: string) => void
}) {
  const width = Math.min(MOST, Math.max(0, ...lines.map(({ cells }) => cells.length)))
  return (
    <>
      {headLine === undefined ? null : (
        <Typography.Text type="secondary" style={{ display: 'block' }}>
          {translate('Line {line} names the columns. If that is wrong, choose another line.', {
            line: headLine,
          })}
        </Typography.Text>
      )}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be scrolled by keys, too */}
      <section style={PREVIEW} tabIndex={0} aria-label={translate('First lines')}>
        <Table<Line>
          size="small"
          rowKey="line"
          dataSource={lines}
          pagination={false}
          showHeader={false}
          rowClassName={({ line }) => (line === headLine ? 'ant-table-row-selected' : '')}
        >
          <Table.Column<Line>
            key="line"
            rowScope="row"
            render={(_, { line }) =>
              headLine === undefined ? (
                line
              ) : (
                <Radio
                  id={`head-${line}`}
                  checked={line === headLine}
                  onChange={() => choose(line, `head-${line}`)}
                >
                  <span className="sr-only">{translate('Line')} </span>
                  {line}
                </Radio>
              )
            }
          />
          {Array.from({ length: width }, (_, at) => (
            <Table.Column<Line>
              // biome-ignore lint/suspicious/noArrayIndexKey: the columns of a file have nothing but their places
              key={at}
              render={(_, { line, cells }) => {
                const isMasked = secrets[at] && line !== headLine && cells[at]
                const text = isMasked ? MASKED : cells[at]
                return (
                  <Typography.Text ellipsis style={{ maxWidth: 240 }} dir="auto" title={text ?? ''}>
                    {text}
                  </Typography.Text>
                )
              }}
            />
          ))}
        </Table>
      </section>
    </>
  )
}

/** Reads the file in another way: sends it again, and goes on with the new import in place of this one. */
function useReadAgain(resource: Resource, about: Import, before: Pick<Before, 'columns' | 'by'>) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const { state: from } = useLocation()
  /** What was chosen, until the file is read so. */
  const [wanted, want] = useState<ReadingChoice>()
  const focus = useRef('')
  const focusBack = () => document.getElementById(focus.current)?.focus()

  const goOn = async (next: Import) => {
    const chosen = fileOf(next.id)
    if (chosen) noteFile({ ...chosen, before: { ...before, focus: focus.current } })
    client.setQueryData(importKey(resource, next.id), next)
    noteImport(resource, next.id)
    // One that stays is removed by the server after a day.
    discardImport(resource, about.id).catch(() => undefined)
    await navigate(`${importAddress(resource.page, next.id)}${AT_COLUMNS}`, {
      replace: true,
      state: from,
    })
    client.removeQueries({ queryKey: importKey(resource, about.id) })
  }
  const { state, start, cancel } = useUpload(resource, (next) => void goOn(next))
  const isSending = state.phase === 'sending'
  const refused = state.phase === 'refused' ? state : undefined

  return {
    isSending,
    refused,
    /** What is shown as chosen: what it is being read by, or was. */
    reading: { ...about.reading, ...(isSending && wanted) },
    /** The file is to be chosen again: it is not there any more. */
    isFileAsked: wanted !== undefined && state.phase === 'none',
    read: (choice: ReadingChoice, control: string) => {
      if (isSending) return
      const chosen = fileOf(about.id)
      const next = { ...(chosen?.choice ?? choiceOf(about)), ...choice }
      // Another sheet has its names in another line.
      if (choice.sheet !== undefined) delete next.headLine
      focus.current = control
      want(next)
      if (chosen) void start(chosen.file, next)
    },
    take: (file: File) => void start(file, wanted),
    cancel: () => {
      cancel()
      want(undefined)
      focusBack()
    },
  }
}

function choiceOf({ reading }: Import): ReadingChoice {
  const { preview: _, sheets: __, hiddenSheets: ___, ...choice } = reading
  return choice
}

interface Choice<Value extends string> {
  value: Value
  /** Already translated. */
  label: string
}

/** One choice of how a file is read. */
export function ReadingControl<Value extends string>({
  id,
  label,
  choices,
  value,
  error,
  onChange,
}: {
  id: string
  label: string
  choices: readonly Choice<Value>[]
  value: Value | undefined
  error?: string | undefined
  onChange: (value: Value) => void
}) {
  return (
    <Field id={id} label={translate(label)} error={error}>
      <Select<Value>
        id={id}
        {...(value !== undefined && { value })}
        placeholder={translate('Choose…')}
        options={[...choices]}
        virtual={false}
        popupMatchSelectWidth={false}
        {...wrongWith(id, error)}
        {...(error && { status: 'error' as const })}
        onChange={onChange}
      />
    </Field>
  )
}
