import { useId, useState } from 'react'
import { DropPanel } from '#admin/crud/filters/DropPanel.tsx'
import { DropPill } from '#admin/crud/filters/DropPill.tsx'
import type { PillProps } from '#admin/crud/filters/Pill.tsx'
import { translate } from '#admin/format/translate.ts'
import { Field } from '#admin/ui/Field.tsx'
import { TextInput } from '#admin/ui/TextInput.tsx'
import { isAddress } from './address.ts'

interface Props extends Pick<PillProps, 'label' | 'end'> {
  value: string | undefined
  onChange: (value: string) => void
}

/** A filter by an address of the network, which is typed or pasted. */
export function AddressFilter({ label, end, value, onChange }: Props) {
  return (
    <DropPill
      label={label}
      end={end}
      chosen={value}
      panel={({ leave, onLeave }) => (
        <Panel
          label={label}
          value={value ?? ''}
          onChange={(next) => {
            onChange(next)
            leave()
          }}
          onLeave={onLeave}
        />
      )}
    />
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
  const [text, setText] = useState(value)
  const [isWrong, setWrong] = useState(false)
  const apply = () => {
    const address = text.trim()
    setWrong(!isAddress(address))
    if (isAddress(address)) onChange(address)
  }
  const problem = isWrong
    ? translate('Type an address, like 203.0.113.9 or 2001:db8::7.')
    : undefined
  return (
    <DropPanel {...{ label, problem, apply, onLeave }} problemId={`${id}-problem`}>
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
    </DropPanel>
  )
}
