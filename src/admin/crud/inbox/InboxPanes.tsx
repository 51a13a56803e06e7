import { Empty } from 'antd'
import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react'
import { translate, translateWithin } from '#admin/format/translate.ts'
import { ListSkeleton } from '#admin/resource/list/ListSkeleton.tsx'
import { useIsPhone } from '#admin/ui/use-is-phone.ts'
import type { Inbox } from '#model/inbox.ts'
import type { ListScreen } from '../list/list-screen.ts'
import css from './InboxPanes.module.css'
import { InboxRow } from './InboxRow.tsx'
import { OpenLetter } from './OpenLetter.tsx'
import type { Opened } from './use-opened.ts'

interface Props extends ListScreen {
  inbox: Inbox
  opened: Opened
  /** In the place of letters. */
  notice: ReactNode
}

/**
 * A list of letters, and beside it the one that is open (MSG-01). On a phone the list alone: a letter has a page of
 * its own there.
 */
export function InboxPanes({ inbox, opened, notice, ...screen }: Props) {
  const { resource, list, fresh } = screen
  const isPhone = useIsPhone()
  const letters = useRef<HTMLUListElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const isPressed = useRef(false)
  useEffect(() => {
    if (opened.id !== undefined && isPressed.current)
      heading.current?.focus({ preventScroll: true })
    isPressed.current = false
  }, [opened.id])

  /** Arrows go from letter to letter; what is open goes along. */
  const walk = (event: KeyboardEvent) => {
    const links = [...(letters.current?.querySelectorAll<HTMLElement>('[data-row] > a') ?? [])]
    const at = links.indexOf(document.activeElement as HTMLElement)
    const next = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: links.length - 1 }[event.key]
    const link = next === undefined || at === -1 ? undefined : links[next]
    if (!link) return
    event.preventDefault()
    link.focus()
    const id = link.closest<HTMLElement>('[data-row]')?.dataset.row
    if (opened.id !== undefined && id !== undefined) opened.open(id)
  }
  const close = () => {
    const { id } = opened
    opened.close()
    const row = [...(letters.current?.querySelectorAll<HTMLElement>('[data-row]') ?? [])]
    row
      .find(({ dataset }) => dataset.row === id)
      ?.querySelector('a')
      ?.focus()
  }

  return (
    <div className={css.panes} data-alone={isPhone}>
      <div className={css.list}>
        {list.isPending ? <ListSkeleton isCards /> : null}
        {notice}
        <ul
          ref={letters}
          className={css.letters}
          data-old={list.isOld}
          aria-label={translate(resource.title)}
          aria-busy={list.isOld}
          onKeyDown={walk}
        >
          {fresh.rows.map((row) => (
            <InboxRow
              key={row.id}
              inbox={inbox}
              row={row}
              opened={opened}
              onOpen={() => {
                isPressed.current = true
              }}
            />
          ))}
        </ul>
      </div>
      {isPhone ? null : (
        <div className={css.letter}>
          {opened.id === undefined ? (
            <Empty
              description={translate('Choose one of the {things} to read it here.', {
                things: translateWithin(resource.label.many),
              })}
            />
          ) : (
            <OpenLetter
              key={opened.id}
              screen={screen}
              inbox={inbox}
              id={opened.id}
              heading={heading}
              open={opened.open}
              close={close}
            />
          )}
        </div>
      )}
    </div>
  )
}
