import { Card, Flex, Typography } from 'antd'
import { type ReactNode, useId } from 'react'
import { translate } from '#admin/format/translate.ts'

/** A section of the account: a card with a heading and a sentence above its content. */
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
    <Card styles={{ body: { padding: 'clamp(16px, 3vw, 24px)' } }}>
      <section aria-labelledby={heading}>
        <h2 id={heading}>{translate(title)}</h2>
        <Typography.Paragraph type="secondary">{translate(text)}</Typography.Paragraph>
        <Flex vertical gap={16}>
          {children}
        </Flex>
      </section>
    </Card>
  )
}
