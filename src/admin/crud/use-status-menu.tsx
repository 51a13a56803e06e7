import { type ReactNode, useState } from 'react'
import { translate } from '#admin/format/translate.ts'
import type { MenuItem } from '#admin/ui/MoreMenu.tsx'
import type { Row } from '#model/declaration.ts'
import type { Resource } from '#model/resource.ts'
import { nameOf } from '#model/text-of.ts'
import { AskBefore } from './form/AskBefore.tsx'
import { isOwnAccount } from './list/own-account.ts'
import { DEACTIVATE_USER } from './status-field.ts'
import { useStatusWrite } from './use-status-write.ts'

/** Activate and Deactivate in the menu of a record. */
export interface StatusMenu {
  /** Empty where the session's role may not do it. */
  itemsOf: (row: Row) => MenuItem[]
  isSending: (row: Row) => boolean
  /** The question that is open, to be drawn by the page. */
  question: ReactNode
}

/** Both write at once, with Undo in the toast. Only a user is asked about, for whom sessions end. */
export function useStatusMenu(resource: Resource): StatusMenu {
  const { statusOf, isSending, turn } = useStatusWrite(resource)
  const [asked, setAsked] = useState<Row>()
  return {
    isSending,
    itemsOf(row) {
      const isActive = statusOf(row)
      if (isActive === undefined) return []
      const isOwn = isActive && isOwnAccount(resource, row)
      const asks = isActive && resource.name === 'users'
      return [
        {
          key: '+status',
          label: translate(isActive ? 'Deactivate' : 'Activate'),
          ...(isOwn && { why: translate('You cannot deactivate your own account.') }),
          choose: () => (asks ? setAsked(row) : turn(row)),
        },
      ]
    },
    question: asked && (
      <AskBefore
        question={DEACTIVATE_USER}
        name={nameOf(resource, asked)}
        resource={resource}
        onAnswered={(isYes) => {
          setAsked(undefined)
          if (isYes) turn(asked)
        }}
      />
    ),
  }
}
