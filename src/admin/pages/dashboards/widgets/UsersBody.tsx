import { Link } from 'react-router-dom'
import { pageAddress } from '#admin/format/addresses.ts'
import { translate } from '#admin/format/translate.ts'
import { DateText } from '#admin/ui/DateText.tsx'
import { Initials } from '#admin/ui/Initials.tsx'
import type { UsersAnswer } from './read-widget.ts'
import css from './UsersBody.module.css'

/** The newest users, each a link to their record: initials, name, and how long ago. */
export function UsersBody({ answer, isKiosk }: { answer: UsersAnswer; isKiosk: boolean }) {
  if (answer.users.length === 0)
    return <p className={css.nobody}>{translate('No new users in this time')}</p>
  return (
    <ul className={css.users}>
      {answer.users.map(({ key, id, name, createdAt }) => {
        const who = name || translate('Unknown user')
        return (
          <li key={key}>
            <Initials of={name} />
            <span className={css.who}>
              {id && !isKiosk ? (
                <Link to={pageAddress('users', id)} className={css.name} title={who}>
                  <bdi>{who}</bdi>
                </Link>
              ) : (
                <span className={css.name} title={who}>
                  <bdi>{who}</bdi>
                </span>
              )}
              <span className={css.when}>
                <DateText iso={createdAt} absent="N/A" />
              </span>
            </span>
          </li>
        )
      })}
    </ul>
  )
}
