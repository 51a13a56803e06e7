import { Radio } from 'antd'
import { FieldNotes } from '#admin/ui/Field.tsx'
import { Star } from '#admin/ui/Star.tsx'
import { wrongWith } from '#admin/ui/wrong-with.ts'
import type { ImportForm } from '#contract/imports.ts'

/** How the numbers or dates of the file are written: what was detected, or a question where that was not possible. */
export function FormQuestion<Form extends string>({
  id,
  label,
  about,
  choices,
  chosen,
  choose,
  error,
}: {
  id: string
  /** Already translated. */
  label: string
  about: ImportForm<Form>
  choices: readonly { value: Form; label: string }[]
  /** By the person, in place of what was detected. */
  chosen: Form | undefined
  choose: (form: Form) => void
  error: string | undefined
}) {
  const value = chosen ?? about.form
  const isRequired = about.form === null
  const isDetected = !isRequired && about.isDetected && value === about.form
  const hint = isDetected && !error ? 'Detected from the file.' : undefined
  return (
    <div
      role="radiogroup"
      aria-labelledby={`${id}-label`}
      aria-required={isRequired}
      {...wrongWith(id, error, hint)}
    >
      <p id={`${id}-label`} style={{ paddingBlockEnd: 4, fontWeight: 500 }}>
        {label}
        {isRequired ? <Star /> : null}
      </p>
      <Radio.Group
        style={{ rowGap: 8 }}
        name={id}
        value={value}
        onChange={({ target }) => choose(target.value as Form)}
        options={[...choices]}
      />
      <FieldNotes id={id} error={error} hint={hint} />
    </div>
  )
}
