import { createInterface } from 'node:readline'
import { KINDS } from './kinds.mjs'
import { camel } from './words.mjs'

const ASKED = Object.keys(KINDS)

/** Asks for the fields of a resource, one after the other; an empty name ends. Throws when the answers end before. */
export async function ask(name, known) {
  const lines = createInterface({ input: process.stdin })
  const given = lines[Symbol.asyncIterator]()
  const answer = async (question) => {
    process.stdout.write(`${question} `)
    const { value, done } = await given.next()
    if (done) throw new AnswersEnded('The answers ended: nothing is written.')
    return value
  }
  try {
    console.log(`The fields of ${name}, one after the other. An empty name ends.`)
    console.log(`Kinds: ${ASKED.join(', ')}`)
    return await fieldsFrom(answer, known, '')
  } finally {
    lines.close()
  }
}

export class AnswersEnded extends Error {}

async function fieldsFrom(answer, known, before) {
  const fields = []
  for (;;) {
    const given = camel((await answer(`${before}Field, like title:`)).trim())
    if (!given) return fields
    if (!/^[a-z]\w*$/.test(given) || fields.some((field) => field.name === given)) {
      console.log('  A name begins with a small letter, has letters and digits, and stands once.')
      continue
    }
    fields.push(await fieldFrom(answer, known, before, given))
  }
}

async function fieldFrom(answer, known, before, name) {
  const kind = await oneOf(answer, `${before}  Kind [text]:`, ASKED, 'text')
  const field = { name, kind }
  if (kind === 'choice')
    field.choices = await some(answer, `${before}  Choices, separated by commas:`)
  if (kind === 'reference' || kind === 'references')
    field.to = await oneOf(answer, `${before}  To which of ${known.join(', ')}:`, known)
  if (kind === 'list') {
    console.log(`${before}  The fields of one of its entries:`)
    field.of = await fieldsFrom(answer, known, `${before}    `)
  }
  field.isRequired = /^y/i.test(await answer(`${before}  Required? [y/N]`))
  return field
}

async function oneOf(answer, question, words, otherwise) {
  for (;;) {
    const given = (await answer(question)).trim().toLowerCase()
    const found =
      words.find((word) => word === given) ?? words.find((word) => given && word.startsWith(given))
    if (found ?? (given === '' && otherwise)) return found ?? otherwise
    console.log(`  One of ${words.join(', ')}.`)
  }
}

async function some(answer, question) {
  for (;;) {
    const given = (await answer(question)).split(',').map((word) => word.trim())
    const words = [...new Set(given.filter(Boolean))]
    if (words.length > 0) return words
    console.log('  At least one.')
  }
}
