import { Button, Input } from 'antd'
import type { ComponentProps } from 'react'
import { translate } from '#admin/format/translate.ts'
import type { TextInput } from './TextInput.tsx'

/** A password, a new one unless it is said otherwise; shown by a button that the keyboard reaches, as antd's icon is not. */
export function PasswordInput({ ref: _, ...props }: ComponentProps<typeof TextInput>) {
  return (
    <Input.Password
      autoComplete="new-password"
      {...props}
      dir="ltr"
      iconRender={(isShown) => (
        <Button
          type="text"
          size="small"
          aria-pressed={isShown}
          aria-label={translate('Show password')}
        >
          {translate(isShown ? 'Hide' : 'Show')}
        </Button>
      )}
    />
  )
}
