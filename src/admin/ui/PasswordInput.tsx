import { Button, Input, type InputProps } from 'antd'
import { useState } from 'react'
import { translate } from '#admin/format/translate.ts'

/** A new password, hidden until shown by a button that the keyboard reaches as well. */
export function PasswordInput(props: InputProps) {
  const [isShown, setShown] = useState(false)
  return (
    <Input
      {...props}
      type={isShown ? 'text' : 'password'}
      autoComplete="new-password"
      suffix={
        <Button
          type="text"
          size="small"
          className="crud-show"
          aria-pressed={isShown}
          aria-label={translate('Show password')}
          onClick={() => setShown(!isShown)}
        >
          {translate(isShown ? 'Hide' : 'Show')}
        </Button>
      }
    />
  )
}
