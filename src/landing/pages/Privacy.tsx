import { content } from '../content.ts'
import { SmallPage } from './SmallPage.tsx'

/** The privacy page: how form data and visit data are used and stored. */
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
