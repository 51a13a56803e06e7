/** Stands in for a polyfill: every browser that the console supports has it. */
export default globalThis.ResizeObserver
