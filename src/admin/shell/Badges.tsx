import { pageAddress } from '#admin/format/addresses.ts'
import { translate } from '#admin/format/translate.ts'
import { fewOf, numberOf, useNeeds } from '#admin/providers/needs.ts'
import { badgeOf } from '#model/needs.ts'
import { registry } from '#resources/index.ts'
import css from './Badges.module.css'

/** How much waits behind a menu entry, in a word for screen readers, too; of one where nothing does, nothing. */
export function Badge({ to, isNarrow }: { to: string; isNarrow: boolean }) {
  const { data = [] } = useNeeds(false)
  const resource = registry.find(({ page }) => pageAddress(page) === to)
  const [name, need] = (resource && badgeOf(resource.needs)) ?? []
  const found = data.find((one) => one.resource === resource?.name && one.need === name)
  if (!(found && need?.badge)) return null
  return (
    <>
      <span className={css.badge} data-narrow={isNarrow} data-count="" aria-hidden="true">
        {isNarrow ? null : fewOf(found)}
      </span>
      <span className="sr-only">{translate(need.badge, { count: numberOf(found) })}</span>
    </>
  )
}
