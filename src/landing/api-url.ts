import { API_BASE } from '#contract/api.ts'

/** Read at build time. An empty VITE_API_URL means the page's own origin. */
export const API_URL = `${(process.env.VITE_API_URL ?? '').replace(/\/+$/, '')}${API_BASE}`
