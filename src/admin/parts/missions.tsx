import { StepsEditor } from './steps/StepsEditor.tsx'

export const parts = { steps: StepsEditor }
