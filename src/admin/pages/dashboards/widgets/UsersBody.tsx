import { Link } from 'react-router-dom'
import { initialsOf } from '#admin/format/initials.ts'
import { translate } from '#admin/format/translate.ts'
import { DateText } from '#admin/ui/DateText.tsx'
import type { UsersAnswer } from './read-widget.ts'

/** The newest users, each a link to their record: initials, name, and how long ago. */
export function UsersBody({ answer, isKiosk }: { answer: UsersAnswer; isKiosk: boolean }) {
  if (answer.users.length === 0)
    return <p className="widget__nothing">{translate('No new users in this time')}</p>
  return (
    <ul className="widget__users">
      {answer.users.map(({ key, id, name, createdAt }) => {
        const who = name || translate('Unknown user')
        return (
          <li key={key}>
            <span className="crud-initials" aria-hidden="true">
              {initialsOf(name)}
            </span>
            <span className="widget__who">
              {id && !isKiosk ? (
                <Link to={`/admin/users/${encodeURIComponent(id)}`} dir="auto" title={who}>
                  {who}
                </Link>
              ) : (
                <span className="widget__name" dir="auto" title={who}>
                  {who}
                </span>
              )}
              <DateText iso={createdAt} absent="N/A" />
            </span>
          </li>
        )
      })}
    </ul>
  )
}
