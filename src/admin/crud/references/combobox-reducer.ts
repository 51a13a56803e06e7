import { type UseComboboxState, type UseComboboxStateChangeOptions, useCombobox } from 'downshift'
import type { Option } from './use-options.ts'

type State = UseComboboxState<Option>
const { InputBlur, InputKeyDownEscape, InputClick, InputKeyDownEnter, ItemClick } =
  useCombobox.stateChangeTypes

/**
 * Where downshift's ways are not ours: leaving the field and Escape choose and clear nothing, a click into the
 * text leaves the list open, and whoever chooses several finds the list still there for the next.
 */
export function comboboxReducer(isMany: boolean) {
  return (state: State, { type, changes }: UseComboboxStateChangeOptions<Option>) => {
    switch (type) {
      case InputBlur:
      case InputKeyDownEscape:
        return { ...changes, selectedItem: state.selectedItem, inputValue: state.inputValue }
      case InputClick:
        return { ...changes, isOpen: true }
      case InputKeyDownEnter:
      case ItemClick:
        return isMany && changes.selectedItem
          ? { ...changes, isOpen: true, highlightedIndex: state.highlightedIndex }
          : changes
      default:
        return changes
    }
  }
}
