/** Stands in for Refine's devtools hooks, which cost every page and are switched off anyway. */
export const getXRay = () => undefined
export const getTrace = () => []
export const useQuerySubscription = () => ({})
