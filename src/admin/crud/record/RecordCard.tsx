import { Card } from 'antd'
import { type ReactNode, useId } from 'react'

const ROOM = 'clamp(16px, 2vw, 24px)'

/** A part of a record's page under a heading of its own. Takes it already translated. */
export function RecordCard({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <Card
        title={<h2 id={id}>{title}</h2>}
        styles={{ header: { paddingInline: ROOM }, body: { padding: ROOM } }}
      >
        {children}
      </Card>
    </section>
  )
}
