import type { HttpError } from '@refinedev/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Alert, Button, Card, Flex, Progress, Typography } from 'antd'
import { useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { importAddress } from '#admin/format/addresses.ts'
import { formatBytes } from '#admin/format/numbers.ts'
import { translate } from '#admin/format/translate.ts'
import { importKey, isGone, readImport, saveTemplate } from '#admin/providers/imports.ts'
import { useKeptFocus } from '#admin/ui/focus.ts'
import type { Import } from '#contract/imports.ts'
import type { Resource } from '#model/resource.ts'
import { DownloadMenu } from './DownloadMenu.tsx'
import { DropArea } from './DropArea.tsx'
import { lastImport, noteImport } from './last-import.ts'
import { ReadingControl } from './Reading.tsx'
import { Steps, StepTitle } from './Steps.tsx'
import { AT_COLUMNS } from './step.ts'
import { useUpload } from './upload.ts'
import { encodings, percentOf, rowsOf, thing, things } from './words.ts'

/** The first step: a file is chosen or dropped, and sent. */
export function FileStep({ resource }: { resource: Resource }) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const { state: from } = useLocation()
  const area = useRef<HTMLDivElement>(null)
  const { state, start, cancel } = useUpload(resource, (about) => {
    client.setQueryData(importKey(resource, about.id), about)
    noteImport(resource, about.id)
    void navigate(`${importAddress(resource.page, about.id)}${AT_COLUMNS}`, { state: from })
  })
  // What is chosen, and what gives it up, stand in each other's place.
  useKeptFocus(area, { fallback: '.ant-upload-btn' })
  return (
    <>
      <Steps at="file" />
      <Unfinished resource={resource} />
      <Card>
        <Flex ref={area} vertical gap={16} style={{ padding: 'clamp(16px, 3vw, 24px)' }}>
          <StepTitle step="file">{translate('Which file?')}</StepTitle>
          {state.phase === 'sending' ? (
            <Sending {...state} cancel={cancel} />
          ) : (
            <DropArea onFile={(file) => void start(file)} />
          )}
          {state.phase === 'refused' ? (
            <Alert
              type="error"
              message={state.text}
              action={
                state.again ? (
                  <Button onClick={state.again}>{translate('Retry')}</Button>
                ) : undefined
              }
            />
          ) : null}
          {state.phase === 'refused' && state.errors.encoding ? (
            <div style={{ maxWidth: 320 }}>
              <ReadingControl
                id="encoding"
                label="Encoding"
                choices={encodings()}
                value={undefined}
                onChange={(encoding) => void start(state.file, { encoding })}
              />
            </div>
          ) : null}
          <Rules resource={resource} />
          {/* A file with the right heads, and no rows. */}
          <div>
            <DownloadMenu
              words="Download a template"
              formats={['csv', 'xlsx']}
              save={(format, signal) => saveTemplate(resource, format, signal)}
              failure="The template could not be made."
            />
          </div>
        </Flex>
      </Card>
    </>
  )
}

function Sending({
  name,
  sent: { bytes, totalBytes },
  cancel,
}: {
  name: string
  sent: { bytes: number; totalBytes: number }
  cancel: () => void
}) {
  const isSent = bytes >= totalBytes
  return (
    <Flex vertical justify="center" gap={12} style={{ minHeight: 176, overflowWrap: 'anywhere' }}>
      {/* Once, and not each byte of it. */}
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
      <Flex component="p" wrap align="center" justify="space-between" gap="8px 16px">
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
  const mayBeNew = resource.actions.includes('create')
  return (
    <ul
      style={{ maxWidth: '88ch', paddingInlineStart: 20, color: 'var(--muted)', listStyle: 'disc' }}
    >
      <li>{translate('What this list exports can be changed and imported as it is.')}</li>
      <li>
        {translate(
          'One line names the columns. The next step shows how the file was read and what its columns fill.',
        )}
      </li>
      <li>
        {mayBeNew
          ? translate(
              'A row that has the ID of a {thing}, or another value that only one has, changes that one; all others are new.',
              words,
            )
          : translate('A row changes the {thing} whose ID it has.', words)}
      </li>
      <li>
        {translate(
          'Numbers and dates are read as the file writes them. Where that is not clear, the next step asks.',
        )}
      </li>
      <li>
        {translate(
          'Several values are separated by commas. Other records are given by their names or IDs. An empty cell means no value.',
        )}
      </li>
      <li>{translate('Nothing is written before you have seen what would change.')}</li>
    </ul>
  )
}

/** Leads back to the file that was left unfinished, as long as the server has it. */
function Unfinished({ resource }: { resource: Resource }) {
  const [last] = useState(() => lastImport(resource))
  const { state } = useLocation()
  const navigate = useNavigate()
  const { data } = useQuery<Import | null, HttpError>({
    queryKey: ['left', ...importKey(resource, last ?? '')],
    queryFn: async ({ signal }) => {
      try {
        return await readImport(resource, last ?? '', signal)
      } catch (error) {
        if (!isGone(error as HttpError)) throw error
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
