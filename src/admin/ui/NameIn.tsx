import { translate } from '#admin/format/translate.ts'

/** A text with a record's name in it; a name of the other writing direction moves no question mark. */
export function NameIn({ text, name }: { text: string; name: string }) {
  const [before, after] = translate(text).split('{name}')
  return (
    <>
      {before}
      <bdi>{name}</bdi>
      {after}
    </>
  )
}
