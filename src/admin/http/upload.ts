import { http } from '../providers/http-client.ts'

/** How much of a file has left this device. */
export interface Sent {
  bytes: number
  totalBytes: number
}

interface Options {
  query: Record<string, string>
  /** What the file is, for the server: its content type. */
  type: string
  signal: AbortSignal
  onProgress: (sent: Sent) => void
}

/** A slow line may take its time: who waits watches the progress, and can give up. */
const UPLOAD_LIMIT = 60 * 60_000

/** Sends a file as it is; gives the parsed answer. It is not sent twice. Throws HttpError. */
export async function upload(path: string, file: File, options: Options): Promise<unknown> {
  const { query, type, signal, onProgress } = options
  const { data } = await http.request<unknown>({
    method: 'POST',
    url: path,
    params: query,
    data: file,
    headers: { 'Content-Type': type },
    // Of what fetch has sent, no browser tells anything but by HTTP/2.
    adapter: 'xhr',
    timeout: UPLOAD_LIMIT,
    signal,
    onUploadProgress: ({ loaded, total = file.size }) =>
      onProgress({ bytes: loaded, totalBytes: total }),
  })
  return data
}
