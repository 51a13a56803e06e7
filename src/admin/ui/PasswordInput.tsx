import { Button } from 'antd'
import { type ComponentProps, useState } from 'react'
import { translate } from '#admin/format/translate.ts'
import css from './PasswordInput.module.css'
import { TextInput } from './TextInput.tsx'

/** A password, a new one unless it is said otherwise; hidden until shown by a button that the keyboard reaches as well. */
export function PasswordInput({
  autoComplete = 'new-password',
  ...props
}: ComponentProps<typeof TextInput>) {
  const [isShown, setShown] = useState(false)
  return (
    <TextInput
      {...props}
      dir="ltr"
      type={isShown ? 'text' : 'password'}
      autoComplete={autoComplete}
      suffix={
        <span className={css.show}>
          <Button
            type="text"
            size="small"
            aria-pressed={isShown}
            aria-label={translate('Show password')}
            onClick={() => setShown(!isShown)}
          >
            {translate(isShown ? 'Hide' : 'Show')}
          </Button>
        </span>
      }
    />
  )
}
