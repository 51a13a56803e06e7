import { Typography } from 'antd'
import { translate } from '#admin/format/translate.ts'
import { textAt } from '#admin/providers/adapters/coerce.ts'
import { DateText } from '#admin/ui/DateText.tsx'
import type { Row } from '#model/declaration.ts'
import { getAt } from '#model/paths.ts'

/** Time and, if known, author of a deletion. `hasWord` adds 'Deleted' outside of a column with that title. */
export function Deletion({ row, hasWord = false }: { row: Row; hasWord?: boolean }) {
  const by = textAt(getAt(row, 'deletedBy.name'))
  return (
    <Typography.Text type="secondary" style={{ fontSize: 12 }}>
      {hasWord ? `${translate('Deleted')} ` : ''}
      <DateText iso={textAt(getAt(row, 'deletedAt'))} absent="" show="relative" />
      {by ? (
        <>
          {' '}
          {translate('by')} <bdi>{by}</bdi>
        </>
      ) : null}
    </Typography.Text>
  )
}
