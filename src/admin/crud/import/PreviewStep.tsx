import { type HttpError, useNotification } from '@refinedev/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Alert, Button, Checkbox, Flex, Form, Progress, Typography } from 'antd'
import { useNavigate } from 'react-router-dom'
import { importAddress } from '#admin/format/addresses.ts'
import { listInRow } from '#admin/format/lists.ts'
import { counted, wordsForRows } from '#admin/format/numbers.ts'
import { translate } from '#admin/format/translate.ts'
import { applyImport, importKey } from '#admin/providers/imports.ts'
import { FailureNotice } from '#admin/ui/Notice.tsx'
import type { Import } from '#contract/imports.ts'
import type { Resource } from '#model/resource.ts'
import { failed } from '../notices.ts'
import { FailedRows } from './DownloadMenu.tsx'
import { AT_COLUMNS, percentOf, rowsOf, things, writing } from './labels.ts'
import { Rows } from './Rows.tsx'

interface Props {
  resource: Resource
  about: Import
}

/** Step 3: the effect and the errors of each row. Nothing is written yet. */
export function PreviewStep({
  resource,
  about,
  error,
  retry,
}: Props & { error: HttpError | null; retry: () => void }) {
  const navigate = useNavigate()
  const { state, rows, file, done, id, problem, counts } = about
  const isPlanned = state === 'planned'
  return (
    <>
      {/* One paragraph for both: a screen reader announces that it is done. */}
      <Typography.Text role="status" type="secondary" style={{ overflowWrap: 'anywhere' }}>
        {isPlanned
          ? translate(
              '{rows} from {file}. Nothing is saved yet. This preview is kept for one day.',
              {
                rows: rowsOf(rows),
                file,
              },
            )
          : translate('Nothing is changed yet.')}
      </Typography.Text>
      {problem ? (
        <Alert
          type="error"
          message={
            <>
              <strong>{translate('Nothing was changed.')}</strong> {problem}
            </>
          }
        />
      ) : null}
      {isPlanned ? (
        <>
          {counts.refused > 0 ? (
            <div>
              <FailedRows resource={resource} about={about} />
            </div>
          ) : null}
          <Rows resource={resource} about={about} />
          <Apply resource={resource} about={about} />
        </>
      ) : (
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
            <Button onClick={() => void navigate(importAddress(resource.page, id) + AT_COLUMNS)}>
              {translate('Cancel')}
            </Button>
          </Flex>
          {error ? (
            <FailureNotice
              text={error.message || translate('Failed to preview the rows.')}
              label="Continue"
              retry={retry}
            />
          ) : null}
        </>
      )}
    </>
  )
}

/** Applies the import. Rows with errors are skipped only if the user chose that. */
function Apply({ resource, about: { id, counts } }: Props) {
  const { open: notify } = useNotification()
  const client = useQueryClient()
  const queryKey = importKey(resource, id)
  const { mutate, isPending } = useMutation<Import, HttpError, boolean>({
    mutationFn: (leaveRefused) => applyImport(resource, id, leaveRefused),
    onSuccess: (next) => client.setQueryData(queryKey, next),
    onError: (error) => {
      notify?.(failed(error, 'Failed to start the import.'))
      // Reads the result from the server.
      return client.invalidateQueries({ queryKey, exact: true })
    },
  })
  const { refused, create, update } = counts
  if (writing(counts) === 0)
    return (
      <Typography.Text type="secondary">
        {refused > 0
          ? translate('No rows can be imported yet. Fix the rows with errors.')
          : translate('Nothing to import: all {things} are up to date.', {
              things: things(resource),
            })}
      </Typography.Text>
    )
  const what = [
    ...(create > 0 ? [counted(create, '{count} new', '{count} new')] : []),
    ...(update > 0 ? [counted(update, '{count} changed', '{count} changed')] : []),
  ]
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
                message: translate('Fix the rows with errors, or skip them.'),
              },
            ]}
          >
            <Checkbox>
              {counted(
                refused,
                'Skip the {count} row with errors',
                'Skip the {count} rows with errors',
              )}
            </Checkbox>
          </Form.Item>
        ) : null}
        <Button type="primary" htmlType="submit" loading={isPending}>
          {translate('Import {rows} ({what})', {
            rows: rowsOf(writing(counts)),
            what: listInRow(what),
          })}
        </Button>
      </Flex>
    </Form>
  )
}
