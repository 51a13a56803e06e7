import { useEffect, useState } from 'react'
import { formatNumber } from '#admin/format/numbers.ts'
import { translate } from '#admin/format/translate.ts'
import css from './PageSize.module.css'
import { PAGE_SIZES } from './paging.ts'
import type { ResourceList } from './use-resource-list.ts'

type Sized = Pick<ResourceList, 'limit' | 'resize' | 'rows' | 'isOld'>

/** How many rows a page has, to be chosen. The row that was the first comes into view where it then stands. */
export function PageSize({ list: { limit, resize, rows, isOld } }: { list: Sized }) {
  const [kept, keep] = useState<string>()
  const isThere = !isOld && rows.some(({ id }) => id === kept)
  useEffect(() => {
    if (!isThere || kept === undefined) return
    document.querySelector(`[data-row="${CSS.escape(kept)}"]`)?.scrollIntoView({ block: 'nearest' })
    keep(undefined)
  }, [isThere, kept])
  const sizes = PAGE_SIZES.includes(limit)
    ? PAGE_SIZES
    : [...PAGE_SIZES, limit].sort((one, other) => one - other)
  return (
    <label className={css.size}>
      {translate('Rows per page')}
      <select
        value={limit}
        onChange={({ target }) => {
          keep(rows[0]?.id)
          resize(Number(target.value))
        }}
      >
        {sizes.map((size) => (
          <option key={size} value={size}>
            {formatNumber(size)}
          </option>
        ))}
      </select>
    </label>
  )
}
