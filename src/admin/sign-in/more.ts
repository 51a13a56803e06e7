import { Forgotten } from './Forgotten.tsx'
import { SecondStep } from './SecondStep.tsx'
import { SetPassword } from './SetPassword.tsx'
import { readReturn } from './sign-on.ts'

/** The later steps of the sign-in page in one file, which most sign-ins never fetch. */
export const more = { Forgotten, readReturn, SecondStep, SetPassword }
