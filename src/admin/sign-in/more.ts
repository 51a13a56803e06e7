import { signInByPasskey } from './by-passkey.ts'
import { Forgotten } from './Forgotten.tsx'
import { OtherWays } from './OtherWays.tsx'
import { SecondStep } from './SecondStep.tsx'
import { SetPassword } from './SetPassword.tsx'
import { readReturn } from './sign-on.ts'

/** All that may follow the first form of the sign-in page, in one file: most who type a password never fetch it. */
export const more = { Forgotten, OtherWays, readReturn, SecondStep, SetPassword, signInByPasskey }
