import { Button, type ButtonProps } from 'antd'

/** A small button that looks like a link, within or below a text. */
export function LinkButton(props: ButtonProps) {
  return <Button {...props} type="link" size="small" />
}
