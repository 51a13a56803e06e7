import type { DndContextProps, Modifier } from '@dnd-kit/core'

/** A press on a handle is no drag yet. */
export const FROM_A_FEW_PIXELS = { activationConstraint: { distance: 4 } }

/** Restricts dragging to the vertical axis. */
export const UP_AND_DOWN: Modifier[] = [({ transform }) => ({ ...transform, x: 0 })]

const nothing = () => undefined

/** For handles that are for pointers only: keyboards and screen readers have buttons, which announce by themselves. */
export const SILENT: NonNullable<DndContextProps['accessibility']> = {
  announcements: {
    onDragStart: nothing,
    onDragOver: nothing,
    onDragEnd: nothing,
    onDragCancel: nothing,
  },
  screenReaderInstructions: { draggable: '' },
}
