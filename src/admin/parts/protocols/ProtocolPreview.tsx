import type { PreviewProps } from '#admin/crud/parts/props.ts'
import { useNames } from '#admin/crud/references/use-names.ts'
import { formatAmount } from '#admin/format/amounts.ts'
import { counted } from '#admin/format/numbers.ts'
import { translate } from '#admin/format/translate.ts'
import { idsAt, objectsAt, textAt, textsAt } from '#admin/providers/adapters/coerce.ts'
import { WordChips } from '#admin/ui/Chips.tsx'
import { CardPart, CardWay, LearnerCard } from '#admin/ui/LearnerCard.tsx'
import { getAt } from '#model/paths.ts'
import { humanise } from '#model/words.ts'
import css from './ProtocolPreview.module.css'

/** So many milestones of a phase are shown. */
const SHOWN = 4

/** A protocol as the way that a learner has before them. */
export function ProtocolPreview({ values }: PreviewProps) {
  const fields = idsAt(values.careerFields)
  const names = useNames('career-fields', fields)
  const skills = textsAt(getAt(values, 'prerequisites.skills'))
  const phases = objectsAt(values.phases)
  const facts = [
    formatAmount(getAt(values, 'estimatedDuration.value'), getAt(values, 'estimatedDuration.unit')),
    translate(humanise(textAt(values.targetLevel))),
  ]
  return (
    <LearnerCard
      facts={facts.filter((fact) => fact !== undefined && fact !== '') as string[]}
      title={textAt(values.title)}
      untitled={translate('A protocol without a title')}
      text={textAt(values.description)}
    >
      {fields.length > 0 ? <WordChips words={fields.map(names.nameOf)} /> : null}
      {phases.length > 0 ? (
        <CardPart label={counted(phases.length, '{count} phase', '{count} phases')}>
          <CardWay
            steps={phases.map((phase, at) => ({
              key: `${at}`,
              title: textAt(phase.title),
              children: <Milestones milestones={objectsAt(phase.milestones)} />,
            }))}
            more=""
          />
        </CardPart>
      ) : null}
      {skills.length > 0 ? (
        <CardPart label={translate('What you bring along')}>
          <WordChips words={skills} />
        </CardPart>
      ) : null}
    </LearnerCard>
  )
}

function Milestones({ milestones }: { milestones: readonly Record<string, unknown>[] }) {
  if (milestones.length === 0) return null
  const more = milestones.length - SHOWN
  return (
    <ul className={css.milestones}>
      {milestones.slice(0, SHOWN).map((one, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: nothing in here keeps a state
        <li key={at} dir="auto">
          {textAt(one.title) || translate('Without a title')}
        </li>
      ))}
      {more > 0 ? <li>{translate('and {count} more', { count: more })}</li> : null}
    </ul>
  )
}
