import { MentorProfile } from './MentorProfile.tsx'

export const detail = { profile: MentorProfile }
