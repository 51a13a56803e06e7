import { InboxOutlined } from '@ant-design/icons'
import type { HttpError } from '@refinedev/core'
import { useQuery } from '@tanstack/react-query'
import { Alert, Button, Flex, Form, Progress, Typography, Upload } from 'antd'
import { useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { importAddress } from '#admin/format/addresses.ts'
import { formatBytes } from '#admin/format/numbers.ts'
import { translate } from '#admin/format/translate.ts'
import { importKey, isGone, readImport, templateFile } from '#admin/providers/imports.ts'
import { useKeptFocus } from '#admin/ui/focus.ts'
import type { Import, ImportEncoding } from '#contract/imports.ts'
import type { Resource } from '#model/resource.ts'
import { SelectInput } from '../form/SelectInput.tsx'
import { DownloadMenu } from './DownloadMenu.tsx'
import { UploadFailure } from './UploadFailure.tsx'
import { ACCEPTED, lastImport, limitWords, noteImport, useUpload } from './upload.ts'
import { encodings, percentOf, rowsOf, thing, things } from './words.ts'

/** The first step: a file is chosen or dropped, and sent. */
export function FileStep({ resource }: { resource: Resource }) {
  const area = useRef<HTMLDivElement>(null)
  const upload = useUpload(resource)
  const { send, isPending, chosen, sent, error, cancel } = upload
  // What is chosen, and what gives it up, stand in each other's place.
  useKeptFocus(area, { fallback: '.ant-upload-btn' })
  return (
    <Flex ref={area} vertical gap={16}>
      {isPending ? (
        <Sending name={chosen?.file.name ?? ''} {...sent} cancel={cancel} />
      ) : (
        <Upload.Dragger
          accept={ACCEPTED}
          showUploadList={false}
          beforeUpload={(file) => {
            send({ file })
            return false
          }}
        >
          <InboxOutlined style={{ fontSize: 32, color: 'var(--primary)' }} aria-hidden="true" />
          <Typography.Paragraph strong style={{ margin: 0, fontSize: 16 }}>
            {translate('Drop a file here, or choose one')}
          </Typography.Paragraph>
          <Typography.Text type="secondary">
            {translate('CSV, Excel or JSON, {limit}', { limit: limitWords() })}
          </Typography.Text>
        </Upload.Dragger>
      )}
      <UploadFailure {...upload} />
      {error?.errors.encoding && chosen ? (
        <Form.Item
          label={translate('Encoding')}
          htmlFor="encoding"
          layout="vertical"
          style={{ maxWidth: 320 }}
        >
          <SelectInput<ImportEncoding>
            id="encoding"
            placeholder={translate('Choose…')}
            options={encodings()}
            onChange={(encoding) => send({ ...chosen, choice: { encoding } })}
          />
        </Form.Item>
      ) : null}
      <Rules resource={resource} />
      {/* A file with the right heads, and no rows. */}
      <div>
        <DownloadMenu
          words="Download a template"
          formats={['csv', 'xlsx']}
          fileOf={(format) => templateFile(resource, format)}
        />
      </div>
    </Flex>
  )
}

function Sending({
  name,
  bytes = 0,
  totalBytes = 0,
  cancel,
}: {
  name: string
  bytes?: number
  totalBytes?: number
  cancel: () => void
}) {
  const isSent = bytes >= totalBytes
  return (
    <Flex vertical justify="center" gap={12} style={{ minHeight: 176, overflowWrap: 'anywhere' }}>
      <p role="status">
        <bdi>
          {isSent
            ? translate('{name} is being read…', { name })
            : translate('{name} is being sent…', { name })}
        </bdi>
      </p>
      <Progress
        percent={percentOf(bytes, totalBytes)}
        status={isSent ? 'active' : 'normal'}
        showInfo={false}
        aria-label={translate('Progress')}
      />
      <Flex wrap align="center" justify="space-between" gap="8px 16px">
        <Typography.Text type="secondary" style={{ fontVariantNumeric: 'tabular-nums' }}>
          {translate('{size} of {total}', {
            size: formatBytes(bytes),
            total: formatBytes(totalBytes),
          })}
        </Typography.Text>
        <Button onClick={cancel}>{translate('Cancel')}</Button>
      </Flex>
    </Flex>
  )
}

/** What a file is made of, in a few lines. */
function Rules({ resource }: { resource: Resource }) {
  const words = { thing: thing(resource), things: things(resource) }
  const lines = [
    translate('What this list exports can be changed and imported as it is.'),
    translate(
      'One line names the columns. The next step shows how the file was read and what its columns fill.',
    ),
    resource.actions.includes('create')
      ? translate(
          'A row that has the ID of a {thing}, or another value that only one has, changes that one; all others are new.',
          words,
        )
      : translate('A row changes the {thing} whose ID it has.', words),
    translate(
      'Numbers and dates are read as the file writes them. Where that is not clear, the next step asks.',
    ),
    translate(
      'Several values are separated by commas. Other records are given by their names or IDs. An empty cell means no value.',
    ),
    translate('Nothing is written before you have seen what would change.'),
  ]
  return (
    <ul
      style={{ maxWidth: '88ch', paddingInlineStart: 20, color: 'var(--muted)', listStyle: 'disc' }}
    >
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  )
}

/** Leads back to the file that was left unfinished, as long as the server has it. */
export function Unfinished({ resource }: { resource: Resource }) {
  const [last] = useState(() => lastImport(resource))
  const { state } = useLocation()
  const navigate = useNavigate()
  const { data } = useQuery<Import | null, HttpError>({
    queryKey: ['left', ...importKey(resource, last ?? '')],
    queryFn: async ({ signal }) => {
      try {
        return await readImport(resource, last ?? '', signal)
      } catch (error) {
        if (!isGone(error)) throw error
        noteImport(resource, null)
        return null
      }
    },
    enabled: last !== undefined,
  })
  if (!data || data.state === 'applied') return null
  return (
    <Alert
      type="info"
      role="note"
      style={{ marginBlockEnd: 16 }}
      message={translate('{file} ({rows}) is not finished.', {
        file: data.file,
        rows: rowsOf(data.rows),
      })}
      action={
        <Button onClick={() => void navigate(importAddress(resource.page, data.id), { state })}>
          {translate('Go on with it')}
        </Button>
      }
    />
  )
}
