import { Typography } from 'antd'
import { translate } from '#admin/format/translate.ts'

/** In the place of a value that is not there. */
export function Absent({ text = 'N/A' }: { text?: string }) {
  return (
    <Typography.Text type="secondary" style={{ whiteSpace: 'nowrap' }}>
      {translate(text)}
    </Typography.Text>
  )
}
