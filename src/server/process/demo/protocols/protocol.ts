/** A sample protocol as it is written: career fields and missions by name, nothing numbered. */
export interface SampleProtocol {
  title: string
  description: string
  targetLevel: 'beginner' | 'intermediate' | 'advanced'
  careerFields: readonly string[]
  estimatedDuration: { value: number; unit: 'days' | 'weeks' | 'months' }
  prerequisites: { skills: readonly string[] }
  phases: readonly SamplePhase[]
  /** Only where a protocol rests; its description says why. */
  isActive?: false
}

interface SamplePhase {
  title: string
  description: string
  milestones: readonly { title: string; description: string; missions: readonly string[] }[]
}
