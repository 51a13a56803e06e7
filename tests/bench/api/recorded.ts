/** Marks a request whose statements are written down, and says under which key. */
export const RECORD_HEADER = 'x-bench-record'

/** A statement as the product asked it of the driver. */
export interface Recorded {
  key: string
  text: string
  /** Bytes as { base64 }. */
  values: unknown[]
  name?: string
  rowMode?: 'array'
}
