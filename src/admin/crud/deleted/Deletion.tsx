import { Typography } from 'antd'
import { translate } from '#admin/format/translate.ts'
import { textAt } from '#admin/providers/adapters/coerce.ts'
import { DateText } from '#admin/ui/DateText.tsx'
import type { Row } from '#model/declaration.ts'
import { getAt } from '#model/paths.ts'

/** When a record was deleted, and by whom where that is known. Outside of a column of that name, with the word. */
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
