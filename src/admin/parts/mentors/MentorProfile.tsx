import type { ReactNode } from 'react'
import { Fact, FactList } from '#admin/crud/Fact.tsx'
import type { DetailProps } from '#admin/crud/parts/props.ts'
import { useNames } from '#admin/crud/references/use-names.ts'
import { translate } from '#admin/format/translate.ts'
import { Absent } from '#admin/ui/Absent.tsx'
import { WordChips } from '#admin/ui/Chips.tsx'
import { idsAt, textAt, textsAt } from '#admin/wire/reading.ts'
import { isObject } from '#model/paths.ts'
import { humanise } from '#model/words.ts'
import { ratingText } from './rating.ts'

/** What stands under a mentor (MEN-01). The image is a link only: nothing is loaded from other places. */
export function MentorProfile({ row }: DetailProps) {
  const word = (value: unknown) => translate(humanise(textAt(value)))
  const image = textAt(row.profileImage)
  const facts: Record<string, ReactNode> = {
    Skills: <Words words={textsAt(row.skills)} />,
    Rating: ratingText(row.rating, row.reviewCount),
    'Gemini ID': textAt(row.geminiMentorId),
    Title: textAt(row.title),
    'Career Fields': <CareerFields value={row.careerFields} />,
    Languages: textsAt(row.languages).join(', '),
    Tags: <Words words={textsAt(row.tags)} />,
    'Experience Level': word(row.experienceLevel),
    Availability: word(row.availability),
    'Teaching Style': word(row.teachingStyle),
    'Communication Style': word(row.communicationStyle),
    'Profile Image': /^https?:\/\//iu.test(image) ? (
      <a href={image} target="_blank" rel="noreferrer">
        {image}
      </a>
    ) : (
      image
    ),
  }
  return (
    <FactList isWide>
      <Fact label="Bio" isWide>
        {textAt(row.bio)}
      </Fact>
      {Object.entries(facts).map(([label, value]) => (
        <Fact key={label} label={label}>
          {value}
        </Fact>
      ))}
    </FactList>
  )
}

function Words({ words }: { words: readonly string[] }) {
  return words.length === 0 ? <Absent /> : <WordChips words={words} />
}

/** By name. A backend that sends ids alone is asked for the names of those that have none. */
function CareerFields({ value }: { value: unknown }) {
  const fields = Array.isArray(value) ? value : []
  const nameIn = (one: unknown) => (isObject(one) ? textAt(one.name) : '')
  const names = useNames('career-fields', idsAt(fields.filter((one) => !nameIn(one))))
  return (
    <Words words={fields.map((one) => nameIn(one) || idsAt([one]).map(names.nameOf)[0] || '')} />
  )
}
