import type { RefSelectProps } from 'antd/es/select'
import { type KeyboardEvent, useLayoutEffect, useRef } from 'react'

const ARIA = ['aria-required', 'aria-invalid', 'aria-describedby', 'aria-label'] as const

/**
 * Returns the props of antd's Select and AutoComplete in a form. antd also puts ARIA attributes on its outer
 * element, where they are not allowed: this hook sets them on the input only. The list opens inside the dialog, in
 * a landmark.
 */
export function useSelectProps(
  control: { [Name in 'id' | (typeof ARIA)[number]]?: string | undefined },
) {
  const ref = useRef<RefSelectProps>(null)
  useLayoutEffect(() => {
    const input = ref.current?.nativeElement?.querySelector('input')
    for (const name of ARIA) {
      const value = control[name]
      if (value === undefined) input?.removeAttribute(name)
      else input?.setAttribute(name, value)
    }
  })
  return {
    ref,
    virtual: false,
    style: { width: '100%' },
    getPopupContainer,
    onInputKeyDown,
    // antd's dialogs ignore the pointer outside of their content.
    styles: { popup: { root: { pointerEvents: 'auto' as const } } },
    ...(control.id !== undefined && { id: control.id }),
    ...(control['aria-invalid'] && { status: 'error' as const }),
  }
}

/**
 * Keeps keys from antd. Its Tab selects the active option and keeps the focus, so that a multiple select could not
 * be left by keyboard. Its Enter opens the list even when Ctrl-Enter saves the form.
 */
function onInputKeyDown(event: KeyboardEvent<HTMLInputElement | HTMLTextAreaElement>): void {
  const { key, ctrlKey, metaKey } = event
  if (key === 'Tab' || (key === 'Enter' && (ctrlKey || metaKey))) event.stopPropagation()
}

function getPopupContainer(field: HTMLElement): HTMLElement {
  return field.closest<HTMLElement>('[role=dialog], main') ?? document.body
}
