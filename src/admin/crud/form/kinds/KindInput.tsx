import type { ReactNode } from 'react'
import { NativeInput } from '#admin/ui/NativeInput.tsx'
import type { Controlled } from '../FieldItem.tsx'
import { ColourInput } from './ColourInput.tsx'
import { DateTimeInput } from './DateTimeInput.tsx'
import { DurationInput } from './DurationInput.tsx'
import { ImageInput } from './ImageInput.tsx'
import { JsonInput } from './JsonInput.tsx'

/** A control of a value that is edited as a text. */
export interface KindProps extends Omit<Controlled, 'value' | 'onChange'> {
  id: string
  text: string
  onText: (text: string) => void
}

/** The kinds of fields whose controls come in a file of their own, for whoever uses them. */
export type LateKind = 'date' | 'dateTime' | 'duration' | 'colour' | 'image' | 'json'

export function KindInput({ kind, ...rest }: KindProps & { kind: LateKind }): ReactNode {
  switch (kind) {
    case 'date': {
      const { text, onText, ...control } = rest
      return <NativeInput {...control} type="date" max="9999-12-31" value={text} onValue={onText} />
    }
    case 'dateTime':
      return <DateTimeInput {...rest} />
    case 'duration':
      return <DurationInput {...rest} />
    case 'colour':
      return <ColourInput {...rest} />
    case 'image':
      return <ImageInput {...rest} />
    case 'json':
      return <JsonInput {...rest} />
  }
}
