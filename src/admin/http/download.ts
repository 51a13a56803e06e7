import { HttpError, http } from '#admin/providers/http-client.ts'
import { saveFile } from './save-file.ts'

/** A download, by its address or, where an address is too short, by a body. */
export interface Wanted {
  path: string
  query?: Record<string, string>
  body?: unknown
}

/**
 * Fetches a file and hands it to the browser once it is complete. Returns its size; undefined if `signal` cancelled
 * it. Throws HttpError with the server's message, if any.
 */
export async function download(
  { path, query, body }: Wanted,
  { fileName, signal }: { fileName: string; signal: AbortSignal },
): Promise<number | undefined> {
  try {
    const { data: file } = await http.request<Blob>({
      method: body === undefined ? 'GET' : 'POST',
      url: path,
      params: query,
      data: body,
      headers: { Accept: '*/*' },
      responseType: 'blob',
      signal,
    })
    // An HTML page comes from a network's login portal.
    if (file.size === 0 || /^text\/html\b/i.test(file.type)) throw new HttpError(0)
    saveFile(file, fileName)
    return file.size
  } catch (error) {
    if (signal.aborted) return undefined
    throw error
  }
}
