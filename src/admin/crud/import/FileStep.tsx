import { InboxOutlined } from '@ant-design/icons'
import { Alert, Button, Flex, Form, Progress, Typography, Upload } from 'antd'
import { useRef } from 'react'
import { translate } from '#admin/format/translate.ts'
import { outcomeOf } from '#admin/providers/http-client.ts'
import { templateFile } from '#admin/providers/imports.ts'
import { useKeptFocus } from '#admin/ui/focus.ts'
import type { ImportEncoding } from '#contract/imports.ts'
import type { Resource } from '#model/resource.ts'
import { SelectInput } from '../form/SelectInput.tsx'
import { unansweredText } from '../notices.ts'
import { DownloadMenu } from './DownloadMenu.tsx'
import { encodings, percentOf, thing } from './labels.ts'
import { ACCEPTED, limitWords, useUpload } from './upload.ts'

/** Step 1: the user chooses or drops a file, which is uploaded. */
export function FileStep({ resource }: { resource: Resource }) {
  const area = useRef<HTMLDivElement>(null)
  const upload = useUpload(resource)
  const { send, isPending, chosen, bytes, error, cancel } = upload
  // The drop area and the progress replace each other.
  useKeptFocus(area, { fallback: '.ant-upload-btn' })
  return (
    <Flex ref={area} vertical gap={16}>
      {isPending && chosen ? (
        <Flex vertical justify="center" gap={12} style={{ minHeight: 176 }}>
          <p role="status" style={{ overflowWrap: 'anywhere' }}>
            {translate('Uploading and reading {name}…', { name: chosen.file.name })}
          </p>
          <Progress
            percent={percentOf(bytes, chosen.file.size)}
            aria-label={translate('Progress')}
          />
          <div>
            <Button onClick={cancel}>{translate('Cancel')}</Button>
          </div>
        </Flex>
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
      <Typography.Paragraph type="secondary" style={{ maxWidth: '88ch', margin: 0 }}>
        {translate(
          'The file needs a header row with column names. You can also export this list, edit the file and import it again: a row with the ID of a {thing} updates it. Separate multiple values with commas. Refer to other records by name or ID. You can preview every change before it is saved.',
          { thing: thing(resource) },
        )}
      </Typography.Paragraph>
      <div>
        <DownloadMenu
          words="Download template"
          formats={['csv', 'xlsx']}
          fileOf={(format) => templateFile(resource, format)}
        />
      </div>
    </Flex>
  )
}

/** Shows why a file was not read. Offers to send it again if the server did not answer. */
export function UploadFailure({
  error,
  chosen,
  send,
}: Pick<ReturnType<typeof useUpload>, 'error' | 'chosen' | 'send'>) {
  if (!error || !chosen) return null
  return (
    <Alert
      type="error"
      message={
        unansweredText(error, 'The server did not respond. No records were changed.') ??
        Object.values(error.errors)[0] ??
        (error.message || translate('Failed to read the file.'))
      }
      action={
        outcomeOf(error) === 'refused' ? null : (
          <Button onClick={() => send(chosen)}>{translate('Retry')}</Button>
        )
      }
    />
  )
}
