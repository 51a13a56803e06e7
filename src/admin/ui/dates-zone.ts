import { createContext } from 'react'

/** The time zone that dates are shown in where it is not the reader's: that of the days a list is filtered by. */
export const DatesZoneContext = createContext<string | undefined>(undefined)
