import '@ant-design/v5-patch-for-react-19'
import { App, ConfigProvider } from 'antd'
import type { ReactNode } from 'react'
import { isRightToLeft } from '../direction.ts'
import { useIsPhone } from '../use-is-phone.ts'
import { Waymarks } from '../Waymarks.tsx'
import { antdTheme } from './antd.ts'
import { useShade } from './mode.ts'

const nonce = document.querySelector<HTMLMetaElement>('meta[property=csp-nonce]')?.nonce

const EMPTY = {
  image: <Waymarks />,
  style: { margin: 0, padding: '40px 16px', color: 'var(--muted)', fontSize: 16 },
  styles: { image: { height: 48, marginBlockEnd: 12 } },
}

const TAG = { style: { marginInlineEnd: 0, borderRadius: 999, fontWeight: 500 } }

/** antd's components within look as all else does. */
export function ThemeProvider({ children }: { children: ReactNode }) {
  return (
    <ConfigProvider
      theme={antdTheme[useShade()][useIsPhone() ? 'phone' : 'desktop']}
      wave={{ disabled: true }}
      empty={EMPTY}
      tag={TAG}
      direction={isRightToLeft() ? 'rtl' : 'ltr'}
      {...(nonce && { csp: { nonce } })}
    >
      <App component={false}>{children}</App>
    </ConfigProvider>
  )
}
