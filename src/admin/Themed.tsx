import '@ant-design/v5-patch-for-react-19'
import { App, ConfigProvider } from 'antd'
import type { ReactNode } from 'react'
import { isRightToLeft } from './ui/direction.ts'
import { antdTheme } from './ui/theme/antd.ts'
import { useShade } from './ui/theme/mode.ts'
import { useIsPhone } from './ui/use-is-phone.ts'

const nonce = document.querySelector<HTMLMetaElement>('meta[property=csp-nonce]')?.nonce

/** antd's components within look as all else does. */
export function Themed({ children }: { children: ReactNode }) {
  return (
    <ConfigProvider
      theme={antdTheme[useShade()][useIsPhone() ? 'phone' : 'desktop']}
      wave={{ disabled: true }}
      direction={isRightToLeft() ? 'rtl' : 'ltr'}
      {...(nonce && { csp: { nonce } })}
    >
      <App component={false}>{children}</App>
    </ConfigProvider>
  )
}
