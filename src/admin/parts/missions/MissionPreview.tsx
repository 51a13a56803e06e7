import type { PreviewProps } from '#admin/crud/parts/props.ts'
import { useNames } from '#admin/crud/references/use-names.ts'
import { formatAmount } from '#admin/format/amounts.ts'
import { counted } from '#admin/format/numbers.ts'
import { translate } from '#admin/format/translate.ts'
import { idsAt, numberAt, objectsAt, textAt, textsAt } from '#admin/providers/adapters/coerce.ts'
import { WordChips } from '#admin/ui/Chips.tsx'
import { CardPart, CardWay, LearnerCard } from '#admin/ui/LearnerCard.tsx'
import { getAt } from '#model/paths.ts'
import { humanise } from '#model/words.ts'

/** So many steps are shown. */
const SHOWN = 5

/** A mission as a learner is offered it. */
export function MissionPreview({ values }: PreviewProps) {
  const fields = idsAt(values.careerFields)
  const names = useNames('career-fields', fields)
  const skills = textsAt(values.skills)
  const steps = objectsAt(values.steps)
  const more = steps.length - SHOWN
  const rewards = rewardsOf(values)
  const facts = [
    formatAmount(getAt(values, 'estimatedDuration.value'), getAt(values, 'estimatedDuration.unit')),
    ...[values.difficulty, values.type].map((one) => translate(humanise(textAt(one)))),
  ]
  return (
    <LearnerCard
      facts={facts.filter((fact) => fact !== undefined && fact !== '') as string[]}
      title={textAt(values.title)}
      untitled={translate('A mission without a title')}
      text={textAt(values.description)}
    >
      {fields.length > 0 ? <WordChips words={fields.map(names.nameOf)} /> : null}
      {steps.length > 0 ? (
        <CardPart label={counted(steps.length, '{count} step', '{count} steps')}>
          <CardWay
            steps={steps
              .slice(0, SHOWN)
              .map((step, at) => ({ key: `${at}`, title: textAt(step.title) }))}
            more={more > 0 ? translate('and {count} more', { count: more }) : ''}
          />
        </CardPart>
      ) : null}
      {skills.length > 0 ? (
        <CardPart label={translate('What you practise')}>
          <WordChips words={skills} />
        </CardPart>
      ) : null}
      {rewards.length > 0 ? (
        <CardPart label={translate('What you earn')}>
          <WordChips words={rewards} />
        </CardPart>
      ) : null}
    </LearnerCard>
  )
}

function rewardsOf(values: PreviewProps['values']): string[] {
  const [experience, points] = ['rewards.experience', 'rewards.skillPoints'].map(
    (path) => numberAt(getAt(values, path)) ?? 0,
  )
  return [
    experience ? translate('{count} experience', { count: experience }) : '',
    points ? counted(points, '{count} skill point', '{count} skill points') : '',
  ].filter(Boolean)
}
