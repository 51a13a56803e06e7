/** Types of the used part of the package, which has none. */
declare module 'subset-font' {
  interface Options {
    targetFormat: 'woff2'
    /** Keeps no glyphs that only OpenType features would put in the place of others. */
    noLayoutClosure: boolean
    variationAxes: Record<string, { min: number; max: number }>
  }
  export default function subsetFont(
    font: Buffer,
    characters: string,
    options: Options,
  ): Promise<Buffer>
}
