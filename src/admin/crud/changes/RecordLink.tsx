import { Link, useLocation } from 'react-router-dom'
import { pageAddress } from '#admin/format/addresses.ts'
import { translate } from '#admin/format/translate.ts'
import { cameFrom } from '../came-from.ts'
import css from './RecordLink.module.css'
import { resourceNamed } from './words.ts'

/** A record by the name that it had, leading to it as long as it is there. */
export function RecordLink({
  record: { resource: named, id, name, isLive },
  from,
}: {
  record: { resource: string; id: string; name: string; isLive: boolean }
  /** What the page that it stands on is called. */
  from: string
}) {
  const location = useLocation()
  const resource = resourceNamed(named)
  const text = name || translate(resource?.label.one ?? 'Record')
  if (!resource || resource.hasOwnPage || !isLive) return <bdi>{text}</bdi>
  return (
    <Link
      className={css.link}
      to={pageAddress(resource.page, id)}
      state={cameFrom(location, from)}
      dir="auto"
    >
      {text}
    </Link>
  )
}
