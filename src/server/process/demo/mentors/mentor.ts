/** A sample mentor as it is written: an invented AI persona, career fields by name, the main one first. */
export interface SampleMentor {
  name: string
  title: string
  careerFields: readonly string[]
  specialization: string
  bio: string
  skills: readonly string[]
  tags: readonly string[]
  languages: readonly string[]
  experienceLevel: 'beginner' | 'intermediate' | 'advanced' | 'expert'
  teachingStyle: 'practical' | 'theoretical' | 'socratic' | 'coaching' | 'mentoring'
  communicationStyle: 'direct' | 'supportive' | 'analytical' | 'expressive'
  availability: 'always' | 'weekdays' | 'weekends'
  geminiMentorId: string
  manusAIMentorId?: string
  /** How well learners speak of the mentor: their reviews follow from it. */
  rating: number
  isActive?: false
}
