/** The keys of a form, from anywhere in it: to save, and to save and go on. */
export const SAVE = 'mod+enter'
export const SAVE_ON = 'mod+shift+enter'
