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
      {/* Not a Checkbox.Group: it drops a click that comes before its boxes have registered in an effect. */}
      <div className={css.choices}>
        {choices.map(({ value, label }) => (
          <Checkbox
            key={value}
            value={value}
            checked={ticked.includes(value)}
            onChange={({ target }) =>
              setTicked((before) =>
                target.checked ? [...before, value] : before.filter((one) => one !== value),
              )
            }
          >
            {label}
          </Checkbox>
        ))}
      </div>
    </DropPanel>
  )
}
