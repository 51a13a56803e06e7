import { fireEvent } from '@testing-library/react'

/** Opens every closed menu of the page; antd renders the items of a menu when it opens. */
export function openMenus(): void {
  for (const button of document.querySelectorAll('[aria-haspopup=menu][aria-expanded=false]'))
    fireEvent.click(button)
}
