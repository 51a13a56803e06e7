/** Marks a request whose statements are recorded (record.mjs). Its value is the key of the record. */
export const RECORD_HEADER = 'x-bench-record'

/** A statement as the product passed it to the driver. */
export interface Recorded {
  key: string
  text: string
  /** Buffers as { base64 }. */
  values: unknown[]
  name?: string
  rowMode?: 'array'
}
