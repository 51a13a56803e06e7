import { use } from 'react'
import { useLocation } from 'react-router-dom'
import { pageAddress } from '#admin/format/addresses.ts'
import { translate } from '#admin/format/translate.ts'
import { PageContext } from '#admin/ui/arrival.ts'
import { Chips } from '#admin/ui/Chips.tsx'
import { cameFrom } from '../came-from.ts'
import { targetOf } from './target.ts'
import type { Names } from './use-names.ts'

/** Chips of records by name, each once and linked to its page. Takes the Refine name and their ids. */
export function RecordChips({
  to,
  ids,
  names,
  label,
}: {
  to: string
  ids: readonly string[]
  names: Pick<Names, 'nameOf' | 'isGone'>
  label?: string
}) {
  const location = useLocation()
  const state = cameFrom(location, translate(use(PageContext).title))
  const { page } = targetOf(to)
  return (
    <Chips
      {...(label !== undefined && { label })}
      chips={[...new Set(ids)].map((id) => ({
        ...{ key: id, text: names.nameOf(id), isGone: names.isGone(id) },
        ...{ to: pageAddress(page, id), state },
      }))}
    />
  )
}
