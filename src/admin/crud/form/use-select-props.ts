import type { RefSelectProps } from 'antd/es/select'
import { type KeyboardEvent, useLayoutEffect, useRef } from 'react'

const ARIA = ['aria-required', 'aria-invalid', 'aria-describedby', 'aria-label'] as const

/**
 * What antd's Select and AutoComplete are given in a form. antd repeats ARIA attributes on its outer element, where
 * they are not allowed: they are set on the input alone. The list opens within the dialog, in a landmark.
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
    // antd's dialog takes no pointer but in its content.
    styles: { popup: { root: { pointerEvents: 'auto' as const } } },
    ...(control.id !== undefined && { id: control.id }),
    ...(control['aria-invalid'] && { status: 'error' as const }),
  }
}

/**
 * Keys that antd takes for itself: its Tab takes the active option and stays, so that nobody would get on in a field
 * of several; its Enter opens the list, also where Ctrl-Enter saves the form.
 */
function onInputKeyDown(event: KeyboardEvent<HTMLInputElement | HTMLTextAreaElement>): void {
  const { key, ctrlKey, metaKey } = event
  if (key === 'Tab' || (key === 'Enter' && (ctrlKey || metaKey))) event.stopPropagation()
}

function getPopupContainer(field: HTMLElement): HTMLElement {
  return field.closest<HTMLElement>('[role=dialog], main') ?? document.body
}
