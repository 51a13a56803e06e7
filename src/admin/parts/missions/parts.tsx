import { StepsEditor } from './StepsEditor.tsx'

export const parts = { steps: StepsEditor }
