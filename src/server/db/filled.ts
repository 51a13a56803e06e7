import type { FieldColumn } from '#server/records/shape.ts'

/** Which columns hold what `data` says of all records; schema/online.ts fills the others. */
export class Filled {
  readonly #waiting = new Set<string>()
  #generation = 0

  /** Rises with each change: statements that were made before it are void. */
  get generation(): number {
    return this.#generation
  }

  has(table: string, { name }: Pick<FieldColumn, 'name'>): boolean {
    return !this.#waiting.has(`${table}.${name}`)
  }

  set(table: string, { name }: Pick<FieldColumn, 'name'>, isFilled: boolean): void {
    const key = `${table}.${name}`
    if (this.#waiting.has(key) !== isFilled) return
    if (isFilled) this.#waiting.delete(key)
    else this.#waiting.add(key)
    this.#generation += 1
  }
}
