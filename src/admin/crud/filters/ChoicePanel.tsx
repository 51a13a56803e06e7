import { Checkbox } from 'antd'
import { useId, useState } from 'react'
import type { Choice } from '#model/declaration.ts'
import css from './ChoicePanel.module.css'
import { DropPanel } from './DropPanel.tsx'

interface Props {
  label: string
  chosen: readonly string[]
  choices: readonly Choice[]
  /** The chosen values, in the order of the choices. */
  onChange: (chosen: readonly string[]) => void
  onLeave: () => void
}

/** A checkbox for each choice. All of them are one step of the list, taken with Apply or Enter. */
export function ChoicePanel({ label, chosen, choices, onChange, onLeave }: Props) {
  const id = useId()
  const [ticked, setTicked] = useState(chosen)
  const apply = () =>
    onChange(choices.map(({ value }) => value).filter((value) => ticked.includes(value)))
  return (
    <DropPanel {...{ label, apply, onLeave }} problemId={id} problem={undefined}>
      <Checkbox.Group
        className={css.choices ?? ''}
        options={choices.map(({ value, label }) => ({ value, label }))}
        value={[...ticked]}
        onChange={setTicked}
      />
    </DropPanel>
  )
}
