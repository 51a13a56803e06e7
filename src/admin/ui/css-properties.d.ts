import 'react'

declare module 'react' {
  /** Custom properties for style sheets: style={{ '--width': '96px' }}. */
  interface CSSProperties {
    [name: `--${string}`]: string | number | undefined
  }
}
