/** Under which a declaration carries where it was made; a spread takes it along. */
export const DECLARED_AT = Symbol('declared at')

declare global {
  /** Set by the browser's build, whose declarations were checked before: what checks them is left out of it. */
  var DECLARATIONS_ARE_CHECKED: boolean | undefined
}

/** A place in the sources, like src/resources/tags.ts:8. */
const PLACE = /(?:^|\/)((?:src|tests)\/[^()?]+?\.tsx?)(?:\?[^:]*)?:(\d+)/

/**
 * Returns file and line of the caller of `defineResource`, read from the stack; undefined in built code, whose stack
 * does not name the sources. Declarations are checked before they are built.
 */
export function callerOfDefine(): string | undefined {
  const frames = (new Error('where').stack ?? '').split('\n').slice(1)
  const outside = frames.find((frame) => !/\/src\/model\/decla/.test(frame) && /:\d+/.test(frame))
  const [, file, line] = PLACE.exec(outside?.replace(/^.*\/(?=(src|tests)\/)/, '') ?? '') ?? []
  return file === undefined ? undefined : `${file}:${line}`
}

/** The file of a declaration, as far as is known; without it, where the guide would have it. */
export function declaredIn(spec: { name: string; [DECLARED_AT]?: string | undefined }): {
  file: string
  line: number | undefined
} {
  const [, file, line] = /^(.*):(\d+)$/.exec(spec[DECLARED_AT] ?? '') ?? []
  if (file === undefined)
    return { file: `src/resources/${String(spec.name).split('/')[0]}.ts`, line: undefined }
  return { file, line: Number(line) }
}
