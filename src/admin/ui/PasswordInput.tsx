import { Button, Input } from 'antd'
import type { PasswordProps } from 'antd/es/input'
import { translate } from '#admin/format/translate.ts'

/** A password input, by default for a new password. Unlike antd's icon, its button can be reached by keyboard. */
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
