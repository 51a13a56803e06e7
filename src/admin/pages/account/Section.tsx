import { Card, Flex, Typography } from 'antd'
import { type ReactNode, useId } from 'react'
import { translate } from '#admin/format/translate.ts'
import css from './Section.module.css'

/** One matter of the account: what it is at the side, and what can be done about it. */
export function Section({
  title,
  text,
  children,
}: {
  title: string
  text: string
  children: ReactNode
}) {
  const heading = useId()
  return (
    <Card>
      <Flex
        component="section"
        wrap
        gap="16px 40px"
        style={{ padding: 'clamp(16px, 3vw, 24px)' }}
        aria-labelledby={heading}
      >
        <div style={{ flex: '1 1 220px' }}>
          <h2 id={heading}>{translate(title)}</h2>
          <Typography.Text type="secondary">{translate(text)}</Typography.Text>
        </div>
        <div className={css.body}>{children}</div>
      </Flex>
    </Card>
  )
}
