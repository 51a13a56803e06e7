import type { DndContextProps, Modifier } from '@dnd-kit/core'

/** Distance (px) after which a press on a handle becomes a drag. */
export const FROM_A_FEW_PIXELS = { activationConstraint: { distance: 4 } }

/** Restricts dragging to the vertical axis. */
export const UP_AND_DOWN: Modifier[] = [({ transform }) => ({ ...transform, x: 0 })]

const nothing = () => undefined

/** Turns off announcements for handles. Keyboards and screen readers use buttons, which announce themselves. */
export const SILENT: NonNullable<DndContextProps['accessibility']> = {
  announcements: {
    onDragStart: nothing,
    onDragOver: nothing,
    onDragEnd: nothing,
    onDragCancel: nothing,
  },
  screenReaderInstructions: { draggable: '' },
}
