import type { ReactNode } from 'react'
import { Facts } from '#admin/crud/Facts.tsx'
import type { DetailProps } from '#admin/crud/parts/props.ts'
import { RecordChips } from '#admin/crud/references/RecordChips.tsx'
import { useNames } from '#admin/crud/references/use-names.ts'
import { listInRow } from '#admin/format/lists.ts'
import { translate } from '#admin/format/translate.ts'
import { idsAt, textAt, textsAt } from '#admin/providers/adapters/coerce.ts'
import { Absent } from '#admin/ui/Absent.tsx'
import { WordChips } from '#admin/ui/Chips.tsx'
import { isObject } from '#model/paths.ts'
import { humanise } from '#model/words.ts'
import { ratingText } from './rating.ts'

/** Details of a mentor. The image is only a link: nothing loads from other origins. */
export function MentorProfile({ row }: DetailProps) {
  const word = (value: unknown) => translate(humanise(textAt(value)))
  const image = textAt(row.profileImage)
  const facts: Record<string, ReactNode> = {
    Skills: <Words words={textsAt(row.skills)} />,
    Rating: ratingText(row.rating, row.reviewCount),
    'Gemini ID': textAt(row.geminiMentorId),
    Title: textAt(row.title),
    'Career Fields': <CareerFields value={row.careerFields} />,
    Languages: listInRow(textsAt(row.languages)),
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
    <Facts
      facts={[
        { label: 'Bio', isWide: true, value: textAt(row.bio) },
        ...Object.entries(facts).map(([label, value]) => ({ label, value })),
      ]}
    />
  )
}

function Words({ words }: { words: readonly string[] }) {
  return words.length === 0 ? <Absent /> : <WordChips words={words} />
}

/** Career fields by name, each a link. Missing names are fetched for backends that send only ids. */
function CareerFields({ value }: { value: unknown }) {
  const fields = Array.isArray(value) ? value : []
  const embedded = new Map(
    fields.flatMap((one): [string, string][] => {
      const name = isObject(one) ? textAt(one.name) : ''
      return name ? idsAt([one]).map((id) => [id, name]) : []
    }),
  )
  const ids = idsAt(fields)
  const asked = useNames(
    'career-fields',
    ids.filter((id) => !embedded.has(id)),
  )
  const names = {
    nameOf: (id: string) => embedded.get(id) ?? asked.nameOf(id),
    isGone: (id: string) => !embedded.has(id) && asked.isGone(id),
  }
  if (ids.length === 0) return <Absent />
  return <RecordChips to="career-fields" ids={ids} names={names} />
}
