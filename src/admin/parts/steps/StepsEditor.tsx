import { translate } from '#admin/translate.ts'
import { isObject, setAt } from '#model/paths.ts'
import type { PartProps } from '../props.ts'

/** The steps of a mission. */
export function StepsEditor({ id, value, onChange }: PartProps) {
  const steps = (Array.isArray(value) ? value : []).filter(isObject)
  return (
    <ol>
      {steps.map((step, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: replaced by keyed entries right away
        <li key={index}>
          <input
            id={`${id}_${index}_title`}
            aria-label={translate('Step {number} title', { number: index + 1 })}
            value={String(step.title ?? '')}
            onChange={({ target }) => onChange(setAt(steps, `${index}.title`, target.value))}
          />
        </li>
      ))}
      <li>
        <button type="button" onClick={() => onChange([...steps, { title: '' }])}>
          {translate('Add step')}
        </button>
      </li>
    </ol>
  )
}
