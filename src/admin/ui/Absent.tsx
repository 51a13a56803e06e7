import { Typography } from 'antd'
import { translate } from '#admin/format/translate.ts'

/** Placeholder for a missing value. */
export function Absent({ text = 'N/A' }: { text?: string }) {
  return (
    <Typography.Text type="secondary" style={{ whiteSpace: 'nowrap' }}>
      {translate(text)}
    </Typography.Text>
  )
}
