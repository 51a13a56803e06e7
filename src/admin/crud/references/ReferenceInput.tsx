import { memo, useState } from 'react'
import { withinSentence } from '#admin/format/language.ts'
import { translate, translateWithin } from '#admin/format/translate.ts'
import { LinkButton } from '#admin/ui/LinkButton.tsx'
import type { Resource } from '#model/resource.ts'
import css from './Combobox.module.css'
import { Combobox, type ControlState } from './Combobox.tsx'
import { useCreateInPlace } from './create-in-place.ts'
import { targetOf } from './target.ts'
import { useKnownName, useNames } from './use-names.ts'
import { type Option, useOptions } from './use-options.ts'
import { idsOf, type ReferenceValue } from './values.ts'

interface Props extends ControlState {
  id: string
  /** The Refine name of the resource that is chosen from. */
  to: string
  isMany: boolean
  value?: unknown
  onChange(value: ReferenceValue): void
  /** The accessible name, where no <label for> stands beside it. */
  label?: string
  /** Offers to make the record that is missing. */
  canCreate?: boolean
}

/**
 * Chooses one record of another resource, or several, searched on the server as one types. What is left typed
 * without a choice goes, and what was chosen stays.
 */
export const ReferenceInput = memo(function ReferenceInput({
  id,
  to,
  isMany,
  value,
  onChange,
  label,
  canCreate = false,
  ...state
}: Props) {
  const target = targetOf(to)
  const many = translate(target.label.many)
  const chosen = idsOf(value)
  const names = useNames(to, chosen)
  const know = useKnownName(to)
  const [typed, setTyped] = useState<string>()
  const [isOpen, setOpen] = useState(false)
  const [announced, announce] = useState('')
  const options = useOptions(target, typed ?? '', isOpen)
  const create = useCreateInPlace(target)
  const asChip = (one: string) => ({
    key: one,
    name: names.nameOf(one),
    isGone: names.isGone(one),
  })
  const [only] = isMany ? [] : chosen.map(asChip)

  const take = (picked: string) => onChange(isMany ? [...chosen, picked] : picked)

  function choose({ id: picked, name }: Option) {
    know(picked, name)
    take(picked)
    setTyped(isMany ? '' : undefined)
    if (isMany) announce(translate('{name} added', { name }))
  }

  function remove(gone: string) {
    const rest = chosen.filter((one) => one !== gone)
    onChange(isMany ? rest : undefined)
    announce(translate('{name} removed', { name: names.nameOf(gone) }))
  }

  return (
    <Combobox
      id={id}
      state={state}
      name={label}
      label={label ?? many}
      text={typed ?? only?.name ?? ''}
      typed={typed ?? ''}
      options={options}
      chosen={chosen}
      isMany={isMany}
      isOpen={isOpen}
      setOpen={(next) => {
        setOpen(next)
        if (!next) setTyped(undefined)
        else announce('')
      }}
      empty={translate(target.messages.empty)}
      placeholder={translate('Search {many}…', { many: withinSentence(many) })}
      chips={isMany ? chosen.map(asChip) : []}
      only={only && (!state['aria-required'] || only.isGone) ? only : undefined}
      remove={remove}
      offer={
        canCreate && create
          ? {
              name: offerOf(target, typed),
              take: () => create({ typed: typed ?? '', take }),
            }
          : undefined
      }
      onType={setTyped}
      onChoose={choose}
    >
      {names.error ? (
        <p className={css.failed} role="alert">
          {translate('The name of this {noun} could not be loaded.', {
            noun: translateWithin(target.label.one),
          })}{' '}
          <LinkButton onClick={names.retry}>{translate('Retry')}</LinkButton>
        </p>
      ) : null}
      <span className="sr-only" role="status">
        {announced}
      </span>
    </Combobox>
  )
})

function offerOf(target: Resource, typed = ''): string {
  const noun = translateWithin(target.label.one)
  const text = typed.trim()
  return text
    ? translate('Create new {noun} “{text}”', { noun, text })
    : translate('Create new {noun}', { noun })
}
