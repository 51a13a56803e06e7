/** What a look at the server found. */
export interface Finding {
  /** What was looked at, in a word or two. */
  about: string
  /** How it is, for people. */
  words: string
  /** What to do or type; absent where all is well. */
  mend?: string
}

export const well = (about: string, words: string): Finding => ({ about, words })
export const wrong = (about: string, words: string, mend: string): Finding => ({
  about,
  words,
  mend,
})

/** One or the other. */
export function judged(about: string, fine: string | false, words: string, mend: string): Finding {
  return fine === false ? wrong(about, words, mend) : well(about, fine)
}
