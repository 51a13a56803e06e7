import { Button, Input } from 'antd'
import type { PasswordProps } from 'antd/es/input'
import { translate } from '#admin/format/translate.ts'

/** A password, a new one unless it is said otherwise. Unlike antd's icon, its button is reached by the keyboard. */
export function PasswordInput(props: PasswordProps) {
  return (
    <Input.Password
      autoComplete="new-password"
      {...props}
      dir="ltr"
      iconRender={(isShown) => (
        <Button
          type="text"
          size="small"
          style={{ marginBlock: -4 }}
          aria-pressed={isShown}
          aria-label={translate('Show password')}
        >
          {translate(isShown ? 'Hide' : 'Show')}
        </Button>
      )}
    />
  )
}
