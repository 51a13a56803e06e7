import { Component, type ReactNode } from 'react'
import { translate } from '#admin/format/translate.ts'

interface Props {
  children: ReactNode
  /** Gives a way on besides loading the page anew; absent, there is none. */
  onRetry?: () => void
  /** What stands in place of a part that is less than a page; takes what tries again. */
  fallback?: (retry: () => void) => ReactNode
}

/** Keeps a fault of one part from blanking the rest; says so in plain words, with a way on. */
// biome-ignore lint/style/useReactFunctionComponents: only a class can catch its children's faults
export class Boundary extends Component<Props, { failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true }
  }

  override render() {
    if (!this.state.failed) return this.props.children
    const retry = () => {
      this.setState({ failed: false })
      this.props.onRetry?.()
    }
    if (this.props.fallback) return this.props.fallback(retry)
    return (
      <div className="fault" role="alert">
        <h1>{translate('This page could not be shown')}</h1>
        <p>{translate('Something in it failed, or a newer version was installed meanwhile.')}</p>
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
}
