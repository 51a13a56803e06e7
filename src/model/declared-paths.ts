/** Dotted paths into a value, three lists deep, array positions included: `name`, `estimatedDuration.value`, `phases.0.title`. */
export type Path<T, Depth extends 0[] = [0, 0, 0, 0, 0, 0, 0]> = Depth extends [
  0,
  ...infer Rest extends 0[],
]
  ? T extends readonly (infer Item)[]
    ? `${number}` | `${number}.${Path<Item, Rest>}`
    : T extends Date | ((...args: never[]) => unknown)
      ? never
      : T extends object
        ? {
            [Key in keyof T & string]:
              | Key
              | (NonNullable<T[Key]> extends object
                  ? `${Key}.${Path<NonNullable<T[Key]>, Rest>}`
                  : never)
          }[keyof T & string]
        : never
  : never

/** The paths that lead to lists of objects: `steps`, `phases`. */
export type ListPath<At extends string> = string extends At
  ? string
  : At extends `${infer List}.${number}.${string}`
    ? List
    : never

/** Paths within an entry of a list, without the keys that the list sets itself: `title`. */
export type EntryPath<At extends string, List extends string> = string extends At
  ? string
  : Exclude<At extends `${List}.${number}.${infer Below}` ? Below : never, '_id' | 'order'>

/**
 * Dotted paths to texts and lists of texts, a star for every position of a list on the way:
 * `title`, `skills`, `phases.*.milestones.*.title`.
 */
export type TextPath<T, Depth extends 0[] = [0, 0, 0, 0]> = Depth extends [
  0,
  ...infer Rest extends 0[],
]
  ? string extends keyof T
    ? string
    : { [Key in keyof T & string]-?: TextBelow<Key, NonNullable<T[Key]>, Rest> }[keyof T & string]
  : never
type TextBelow<Key extends string, Value, Rest extends 0[]> = Value extends
  | string
  | readonly string[]
  ? Key
  : Value extends readonly (infer Item)[]
    ? `${Key}.*.${TextPath<NonNullable<Item>, Rest>}`
    : Value extends object
      ? `${Key}.${TextPath<Value, Rest>}`
      : never
