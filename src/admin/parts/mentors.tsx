import { MentorProfile } from './mentor/MentorProfile.tsx'

export const detail = { profile: MentorProfile }
