import { FormItemInputContext } from 'antd/es/form/context'
import type { ReactNode } from 'react'

/**
 * A part of a form with fields of its own: they do not take over the state of the item that holds the part, and are
 * not drawn anew when it changes.
 */
export function FormPart({ children }: { children: ReactNode }) {
  return <FormItemInputContext value={NOTHING}>{children}</FormItemInputContext>
}

const NOTHING = {}
