import { Card } from 'antd'
import { type ReactNode, useId } from 'react'

const ROOM = 'clamp(16px, 2vw, 24px)'

/** A section of a record's page. Takes a translated heading. */
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
