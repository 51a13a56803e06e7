import { PasswordLink } from './PasswordLink.tsx'

export const results = { 'password-link': PasswordLink }
