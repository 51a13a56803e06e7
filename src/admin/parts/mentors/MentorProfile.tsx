import { Absent, Fact, FactList } from '#admin/crud/Fact.tsx'
import type { DetailProps } from '#admin/crud/parts/props.ts'
import { useNames } from '#admin/crud/references/use-names.ts'
import { translate } from '#admin/format/translate.ts'
import { idsAt, textAt, textsAt } from '#admin/wire/reading.ts'
import { isObject } from '#model/paths.ts'
import { humanise } from '#model/words.ts'
import { ratingText } from './rating.ts'
import '../chips.css'
import './mentor.css'

/** What stands under a mentor (MEN-01). The image is a link only: nothing is loaded from other places. */
export function MentorProfile({ row }: DetailProps) {
  const word = (value: unknown) => translate(humanise(textAt(value)))
  const image = textAt(row.profileImage)
  return (
    <FactList className="mentor-facts">
      <Fact label="Bio" isWide>
        {textAt(row.bio)}
      </Fact>
      <Fact label="Skills">
        <Chips words={textsAt(row.skills)} />
      </Fact>
      <Fact label="Rating">{ratingText(row.rating, row.reviewCount)}</Fact>
      <Fact label="Gemini ID">{textAt(row.geminiMentorId)}</Fact>
      <Fact label="Title">{textAt(row.title)}</Fact>
      <Fact label="Career Fields">
        <CareerFields value={row.careerFields} />
      </Fact>
      <Fact label="Languages">{textsAt(row.languages).join(', ')}</Fact>
      <Fact label="Tags">
        <Chips words={textsAt(row.tags)} />
      </Fact>
      <Fact label="Experience Level">{word(row.experienceLevel)}</Fact>
      <Fact label="Availability">{word(row.availability)}</Fact>
      <Fact label="Teaching Style">{word(row.teachingStyle)}</Fact>
      <Fact label="Communication Style">{word(row.communicationStyle)}</Fact>
      <Fact label="Profile Image">
        {/^https?:\/\//iu.test(image) ? (
          <a href={image} target="_blank" rel="noreferrer">
            {image}
          </a>
        ) : (
          image
        )}
      </Fact>
    </FactList>
  )
}

function Chips({ words }: { words: readonly string[] }) {
  if (words.length === 0) return <Absent />
  return (
    <ul className="part-chips">
      {[...new Set(words)].map((word) => (
        <li key={word} dir="auto">
          {word}
        </li>
      ))}
    </ul>
  )
}

/** By name. A backend that sends ids alone is asked for the names of those that have none. */
function CareerFields({ value }: { value: unknown }) {
  const fields = Array.isArray(value) ? value : []
  const nameIn = (one: unknown) => (isObject(one) ? textAt(one.name) : '')
  const names = useNames('career-fields', idsAt(fields.filter((one) => !nameIn(one))))
  return (
    <Chips words={fields.map((one) => nameIn(one) || idsAt([one]).map(names.nameOf)[0] || '')} />
  )
}
