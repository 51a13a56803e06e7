import { translate } from '#admin/format/translate.ts'
import css from './FromAddress.module.css'

/** ', from 203.0.113.9': pressing the address narrows the list to it. */
export function FromAddress({
  address,
  narrow,
}: {
  address: string
  narrow: (address: string) => void
}) {
  const [before = '', after = ''] = translate(', from {address}').split('{address}')
  return (
    <>
      {before}
      <button
        type="button"
        className={css.from}
        aria-label={translate('Only from {address}', { address })}
        onClick={() => narrow(address)}
      >
        <bdi>{address}</bdi>
      </button>
      {after}
    </>
  )
}
