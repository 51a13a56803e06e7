import { InboxOutlined } from '@ant-design/icons'
import { Typography, Upload } from 'antd'
import { translate } from '#admin/format/translate.ts'
import { ACCEPTED, limitWords } from './upload.ts'

/** Takes a file: dropped on the area, or chosen by the browser's own dialog. */
export function DropArea({ onFile }: { onFile: (file: File) => void }) {
  return (
    <Upload.Dragger
      accept={ACCEPTED}
      showUploadList={false}
      beforeUpload={(file) => {
        onFile(file)
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
  )
}
