/** The browser's storages: localStorage for this browser, sessionStorage for this tab. */
type Place = 'browser' | 'tab'

const storageOf = (place: Place) => (place === 'browser' ? localStorage : sessionStorage)

/** Browser storage that never throws: blocked, full or absent storage reads as empty. */
export function readStored(key: string, place: Place = 'browser'): string | null {
  try {
    return storageOf(place).getItem(key)
  } catch {
    return null
  }
}

/** Stores a text, or removes the key for null. Returns false if the browser refuses. */
export function writeStored(key: string, value: string | null, place: Place = 'browser'): boolean {
  try {
    if (value === null) storageOf(place).removeItem(key)
    else storageOf(place).setItem(key, value)
    return true
  } catch {
    return false
  }
}
