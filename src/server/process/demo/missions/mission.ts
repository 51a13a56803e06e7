/** A sample mission as it is written: career fields by name, steps without their order. */
export interface SampleMission {
  title: string
  description: string
  type: string
  difficulty: 'beginner' | 'intermediate' | 'advanced' | 'expert'
  careerFields: readonly string[]
  skills: readonly string[]
  steps: readonly { title: string; description: string; completionCriteria: string }[]
  estimatedDuration: { value: number; unit: 'minutes' | 'hours' | 'days' | 'weeks' }
  rewards: { experience: number; skillPoints: number }
  /** Only where a mission rests; its description says why. */
  isActive?: false
}
