import { Component, type ReactNode, Suspense } from 'react'
import { translate } from '#admin/format/translate.ts'
import css from './Boundary.module.css'
import { isPageReloading, reloadWhereKept } from './reload.ts'

interface Props {
  children: ReactNode
  /** What stands in place of a part that is less than a page; takes what tries again. */
  fallback?: (retry: () => void) => ReactNode
}

interface State {
  failure?: { error: unknown } | undefined
}

/** Shows an error of its children in their place, with Retry, so that the rest of the page stays. */
export class Boundary extends Component<Props, State> {
  override state: State = {}
  private retried: unknown

  static getDerivedStateFromError(error: unknown): State {
    return { failure: { error } }
  }

  override componentDidCatch(error: unknown) {
    if (error === this.retried) void reloadWhereKept(error)
  }

  override render() {
    const { fallback, children } = this.props
    const { failure } = this.state
    if (!failure) return children
    if (isPageReloading()) return null
    const retry = () => {
      this.retried = failure.error
      this.setState({ failure: undefined })
    }
    return fallback ? (
      fallback(retry)
    ) : (
      <PageFault isMissing={isMissing(failure.error)} retry={retry} />
    )
  }
}

/** Whether a module or a style sheet could not be fetched, in the words of the browsers and of Vite. */
function isMissing(error: unknown): boolean {
  return /dynamically imported module|Importing a module script|Unable to preload/.test(
    String(error),
  )
}

function PageFault({ isMissing, retry }: { isMissing: boolean; retry: () => void }) {
  return (
    <div className={css.fault} role="alert">
      <h1>{translate('This page could not be shown')}</h1>
      <p>
        {isMissing
          ? translate(
              'A part of it did not load. The connection may have failed, or a newer version was installed.',
            )
          : translate('An error occurred on it. Retry, or reload the page.')}
      </p>
      <p>
        <button type="button" onClick={retry}>
          {translate('Retry')}
        </button>
        <button type="button" onClick={() => location.reload()}>
          {translate('Reload page')}
        </button>
      </p>
    </div>
  )
}

/**
 * A part of a page: its code may be on the way and may fail, and the rest of the page stands all the same. Takes
 * what stands meanwhile, and what is said of a failure.
 */
export function Part({ waiting, text = 'This part could not be shown.', children }: PartProps) {
  return (
    <Boundary
      fallback={(retry) => (
        <div className={css.part} role="alert">
          <p>{translate(text)}</p>
          <button type="button" onClick={retry}>
            {translate('Retry')}
          </button>
        </div>
      )}
    >
      <Suspense fallback={waiting}>{children}</Suspense>
    </Boundary>
  )
}

interface PartProps {
  waiting?: ReactNode
  text?: string
  children: ReactNode
}
