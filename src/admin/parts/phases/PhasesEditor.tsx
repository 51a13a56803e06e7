import { translate } from '#admin/translate.ts'
import { isObject, setAt } from '#model/paths.ts'
import type { PartProps } from '../props.ts'

/** The phases of a protocol. */
export function PhasesEditor({ id, value, onChange }: PartProps) {
  const phases = (Array.isArray(value) ? value : []).filter(isObject)
  return (
    <ol>
      {phases.map((phase, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: replaced by keyed entries right away
        <li key={index}>
          <input
            id={`${id}_${index}_title`}
            aria-label={translate('Phase {number} Title', { number: index + 1 })}
            value={String(phase.title ?? '')}
            onChange={({ target }) => onChange(setAt(phases, `${index}.title`, target.value))}
          />
        </li>
      ))}
      <li>
        <button type="button" onClick={() => onChange([...phases, { title: '' }])}>
          {translate('Add phase')}
        </button>
      </li>
    </ol>
  )
}
