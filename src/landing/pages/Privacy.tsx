import { content } from '../content.ts'
import { SmallPage } from './SmallPage.tsx'

/** What becomes of what visitors send, and of what their visit leaves. */
export function Privacy() {
  const { heading, lead, parts } = content.privacy
  return (
    <SmallPage back="/">
      <h1>{heading}</h1>
      <p className="lead">{lead}</p>
      {parts.map((part) => (
        <section className="small-page-part" key={part.heading}>
          <h2>{part.heading}</h2>
          <p>{part.text}</p>
        </section>
      ))}
    </SmallPage>
  )
}
