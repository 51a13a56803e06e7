import { API_BASE } from '#contract/api.ts'

/** Read while building: '' means that the API stands beside the page. */
export const API_URL = `${(process.env.VITE_API_URL ?? '').replace(/\/+$/, '')}${API_BASE}`
