import { type HttpError, useNotification } from '@refinedev/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Alert, Button, Checkbox, Flex, Form, Progress, Typography } from 'antd'
import { useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { importAddress } from '#admin/format/addresses.ts'
import { counted, wordsForRows } from '#admin/format/numbers.ts'
import { translate } from '#admin/format/translate.ts'
import { outcomeOf } from '#admin/providers/http-client.ts'
import { applyImport, importKey, isGone, planNext } from '#admin/providers/imports.ts'
import { FailureNotice } from '#admin/ui/Notice.tsx'
import type { Import } from '#contract/imports.ts'
import type { Resource } from '#model/resource.ts'
import { failed } from '../notices.ts'
import { FailedRows } from './DownloadMenu.tsx'
import { Rows } from './Rows.tsx'
import { AT_COLUMNS } from './upload.ts'
import { applyWords, percentOf, rowsOf, things, writing } from './words.ts'

interface Props {
  resource: Resource
  about: Import
}

/** The third step: what each row would do, and what is wrong with it. Nothing is written yet. */
export function RehearsalStep({ resource, about }: Props) {
  const isPlanned = about.state === 'planned'
  return (
    <>
      {/* One paragraph for both: a screen reader announces that it is done. */}
      <Typography.Text role="status" type="secondary" style={{ overflowWrap: 'anywhere' }}>
        {isPlanned
          ? translate('{rows} of {file}. Nothing is changed yet; this is kept for a day.', {
              rows: rowsOf(about.rows),
              file: about.file,
            })
          : translate('Nothing is changed yet.')}
      </Typography.Text>
      {isPlanned ? (
        <Planned resource={resource} about={about} />
      ) : (
        <Planning resource={resource} about={about} />
      )}
    </>
  )
}

/** Has an import planned, piece after piece, for as long as this is shown. */
function Planning({ resource, about: { id, done, rows } }: Props) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const { state: from } = useLocation()
  const queryKey = importKey(resource, id)
  const { mutate, error } = useMutation<void, HttpError, AbortSignal | undefined>({
    mutationFn: async (signal) => {
      for (let state = 'planning'; state === 'planning'; ) {
        const next = await planNext(resource, id, signal)
        client.setQueryData(queryKey, next)
        state = next.state
      }
    },
    onError: (failure) =>
      isGone(failure) ? client.invalidateQueries({ queryKey, exact: true }) : undefined,
  })
  useEffect(() => {
    const leaving = new AbortController()
    mutate(leaving.signal)
    return () => leaving.abort()
  }, [mutate])
  return (
    <>
      <Progress
        percent={percentOf(done, rows)}
        showInfo={false}
        aria-label={translate('Progress')}
      />
      <Flex wrap align="center" justify="space-between" gap="8px 16px">
        <Typography.Text type="secondary" style={{ fontVariantNumeric: 'tabular-nums' }}>
          {wordsForRows(done, rows)}
        </Typography.Text>
        <Button
          onClick={() =>
            void navigate(importAddress(resource.page, id) + AT_COLUMNS, { state: from })
          }
        >
          {translate('Cancel')}
        </Button>
      </Flex>
      {error && !isGone(error) ? (
        <FailureNotice
          text={
            error.message ||
            translate(
              error.statusCode === 0 ? 'The server gave no answer.' : 'This could not be done.',
            )
          }
          label="Go on"
          retry={() => mutate(undefined)}
        />
      ) : null}
    </>
  )
}

/** What all rows would do: to be looked at, fixed where something is wrong, and applied. */
function Planned({ resource, about }: Props) {
  return (
    <>
      {about.problem ? (
        <Alert
          type="error"
          message={
            <>
              <strong>{translate('Nothing was changed.')}</strong> {about.problem}
            </>
          }
        />
      ) : null}
      {about.counts.refused > 0 ? (
        <div>
          <FailedRows resource={resource} about={about} />
        </div>
      ) : null}
      <Rows resource={resource} about={about} />
      <Apply resource={resource} about={about} />
    </>
  )
}

/** Applies the import. Rows that cannot be written are left out only where that was chosen. */
function Apply({ resource, about: { id, counts } }: Props) {
  const { open: notify } = useNotification()
  const client = useQueryClient()
  const queryKey = importKey(resource, id)
  const { mutate, isPending } = useMutation<Import, HttpError, boolean>({
    mutationFn: (leaveRefused) => applyImport(resource, id, leaveRefused),
    onSuccess: (next) => client.setQueryData(queryKey, next),
    onError: (error) => {
      notify?.(failed(error, 'The import could not be begun.'))
      // The server knows what became of it.
      return outcomeOf(error) === 'unsent'
        ? undefined
        : client.invalidateQueries({ queryKey, exact: true })
    },
  })
  const { refused } = counts
  if (writing(counts) === 0)
    return (
      <Typography.Text type="secondary">
        {refused > 0
          ? translate('No row can be imported as it is.')
          : translate('Nothing to import: all {things} are as they are stored.', {
              things: things(resource),
            })}
      </Typography.Text>
    )
  return (
    <Form<{ isLeft?: boolean }>
      scrollToFirstError={{ focus: true }}
      onFinish={({ isLeft = false }) => mutate(isLeft && refused > 0)}
    >
      <Flex wrap align="start" justify="end" gap="8px 16px">
        {refused > 0 ? (
          <Form.Item
            name="isLeft"
            valuePropName="checked"
            style={{ margin: 0, marginInlineEnd: 'auto' }}
            rules={[
              {
                validator: (_, isLeft) => (isLeft ? Promise.resolve() : Promise.reject()),
                message: translate('Fix the rows with problems, or choose to leave them out.'),
              },
            ]}
          >
            <Checkbox>
              {counted(
                refused,
                'Leave out the {count} row with problems',
                'Leave out the {count} rows with problems',
              )}
            </Checkbox>
          </Form.Item>
        ) : null}
        <Button type="primary" htmlType="submit" loading={isPending}>
          {applyWords(counts)}
        </Button>
      </Flex>
    </Form>
  )
}
