import { Button } from 'antd'
import { type SubmitEvent, useRef, useState } from 'react'
import { formatNumber } from '#admin/format/numbers.ts'
import { translate } from '#admin/format/translate.ts'
import { typedNumber } from '#admin/format/typed-number.ts'
import { IconButton } from '#admin/ui/IconButton.tsx'
import css from './Pager.module.css'

interface Props {
  page: number
  pages: number
  /** There are at least so many: the last is not known. */
  isLeast?: boolean
  goTo: (page: number) => void
}

/**
 * 'Page X of Y' between Previous and Next, which are disabled at the ends (USER-03). Where there are more than these
 * lead to, the first and the last page are a press away, and any by its number.
 */
export function Pager(props: Props) {
  const { page, pages, isLeast = false, goTo } = props
  const isLong = pages > 2
  return (
    <nav className={css.pager} aria-label={translate('Pages')}>
      {isLong ? <End is="first" isOff={page <= 1} onClick={() => goTo(1)} /> : null}
      <Button disabled={page <= 1} onClick={() => goTo(page - 1)}>
        {translate('Previous')}
      </Button>
      {isLong ? <Jump key={page} {...props} /> : <span>{wordsOf(props)}</span>}
      <Button disabled={page >= pages} onClick={() => goTo(page + 1)}>
        {translate('Next')}
      </Button>
      {isLong && !isLeast ? (
        <End is="last" isOff={page >= pages} onClick={() => goTo(pages)} />
      ) : null}
    </nav>
  )
}

function wordsOf({ page, pages, isLeast }: Props): string {
  const numbers = { page, pages }
  return translate(isLeast ? 'Page {page} of {pages} or more' : 'Page {page} of {pages}', numbers)
}

/** 'Page X of Y', which becomes a field for another X when it is pressed. */
function Jump(props: Props) {
  const { page, pages, goTo } = props
  const [isTyped, type] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const leave = () => {
    type(false)
    requestAnimationFrame(() => button.current?.focus())
  }
  if (!isTyped)
    return (
      <button
        ref={button}
        type="button"
        className={css.words}
        title={translate('Go to page…')}
        onClick={() => type(true)}
      >
        {wordsOf(props)}
      </button>
    )
  const jump = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const wanted = Math.trunc(
      typedNumber(String(new FormData(event.currentTarget).get('page'))) ?? 0,
    )
    leave()
    if (wanted >= 1) goTo(Math.min(wanted, pages))
  }
  return (
    <form className={css.jump} onSubmit={jump} noValidate>
      <input
        name="page"
        type="text"
        inputMode="numeric"
        aria-label={translate('Go to page, 1 to {pages}', { pages })}
        placeholder={`${page}`}
        maxLength={7}
        // biome-ignore lint/a11y/noAutofocus: it stands in the place of the button that was pressed
        autoFocus
        onBlur={() => type(false)}
        onKeyDown={({ key }) => key === 'Escape' && leave()}
      />
      {` / ${formatNumber(pages)}`}
    </form>
  )
}

const ENDS = { first: 'First page', last: 'Last page' } as const

function End({ is, ...rest }: { is: keyof typeof ENDS; isOff: boolean; onClick: () => void }) {
  return (
    <span className={css.edge}>
      <IconButton
        {...rest}
        label={translate(ENDS[is])}
        icon={
          <svg className={css.end} viewBox="0 0 16 16" data-end={is} aria-hidden="true">
            <path d="M4 3v10M12 4 8 8l4 4" />
          </svg>
        }
      />
    </span>
  )
}
