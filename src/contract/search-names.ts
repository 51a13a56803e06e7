// No zod in here: what opens the palette reads it.

export const SEARCH_PATH = '/search'
/** The most records of one resource that a search over all answers. */
export const MOST_FOUND = 5
