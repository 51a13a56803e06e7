import { Flex } from 'antd'
import type { ReactNode, RefObject } from 'react'
import css from './Lines.module.css'

/** What the account has several of, a line each. */
export function Lines({ children }: { children: ReactNode }) {
  return <ul className={css.lines}>{children}</ul>
}

/** One of them: its name, what is to be known of it, and what can be done with it. */
export function Line({
  name,
  mark,
  about,
  children,
}: {
  name: string
  mark?: ReactNode
  about: ReactNode
  children?: ReactNode
}) {
  return (
    <li className={css.line} data-row="">
      <div className={css.words}>
        <Flex wrap align="center" gap="4px 8px">
          <strong dir="auto" translate="no">
            {name}
          </strong>
          {mark}
        </Flex>
        <p>{about}</p>
      </div>
      {children}
    </li>
  )
}

/** Lines and buttons below each other. */
export function Stack({
  area,
  children,
}: {
  area?: RefObject<HTMLDivElement | null>
  children: ReactNode
}) {
  return (
    <div ref={area} className={css.stack}>
      {children}
    </div>
  )
}
