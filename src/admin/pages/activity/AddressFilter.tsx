import { Button } from 'antd'
import { type SyntheticEvent, useId, useRef, useState } from 'react'
import { Pill, type PillProps } from '#admin/crud/filters/Pill.tsx'
import { translate } from '#admin/format/translate.ts'
import { Field } from '#admin/ui/Field.tsx'
import { TextInput } from '#admin/ui/TextInput.tsx'
import { useDropdown } from '#admin/ui/use-dropdown.ts'
import { useDropped } from '#admin/ui/use-dropped.ts'
import css from './AddressFilter.module.css'
import { isAddress } from './address.ts'

interface Props extends Pick<PillProps, 'label' | 'end'> {
  value: string | undefined
  onChange: (value: string) => void
}

/** A filter by an address of the network, which is typed or pasted. */
export function AddressFilter({ label, end, value, onChange }: Props) {
  const { isOpen, button, setOpen, leave, around } = useDropdown()
  return (
    <span className={css.around} {...around}>
      <Pill label={label} chosen={value} end={end}>
        <button
          type="button"
          ref={button}
          data-pill=""
          aria-haspopup="dialog"
          aria-expanded={isOpen}
          aria-label={value ? translate('{label}: {value}', { label, value }) : label}
          onClick={() => setOpen(!isOpen)}
        />
      </Pill>
      {isOpen ? (
        <Panel
          label={label}
          value={value ?? ''}
          onChange={(next) => {
            onChange(next)
            leave()
          }}
          onLeave={() => setOpen(false)}
        />
      ) : null}
    </span>
  )
}

function Panel({
  label,
  value,
  onChange,
  onLeave,
}: {
  label: string
  value: string
  onChange: (value: string) => void
  onLeave: () => void
}) {
  const id = useId()
  const panel = useRef<HTMLDivElement>(null)
  const [text, setText] = useState(value)
  const [isWrong, setWrong] = useState(false)
  useDropped(panel, onLeave)
  const apply = (event: SyntheticEvent) => {
    event.preventDefault()
    const address = text.trim()
    setWrong(!isAddress(address))
    if (isAddress(address)) onChange(address)
  }
  return (
    <div ref={panel} className={css.panel} role="dialog" aria-label={label} data-arrives="">
      <form noValidate onSubmit={apply}>
        <Field id={id} label={label}>
          <TextInput
            id={id}
            dir="ltr"
            value={text}
            aria-invalid={isWrong}
            aria-describedby={`${id}-problem`}
            onChange={({ target }) => setText(target.value)}
          />
        </Field>
        <p id={`${id}-problem`} className={css.problem} role="alert">
          {isWrong ? translate('Type an address, like 203.0.113.9 or 2001:db8::7.') : ''}
        </p>
        <Button type="primary" htmlType="submit">
          {translate('Apply')}
        </Button>
      </form>
    </div>
  )
}
