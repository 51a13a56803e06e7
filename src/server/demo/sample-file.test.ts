import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import * as z from 'zod'
import * as samples from './demo-samples.ts'
import { readSampleFile } from './sample-file.ts'

const folder = mkdtempSync(join(tmpdir(), 'samples-'))
afterAll(() => rmSync(folder, { recursive: true }))

const shape = z.array(z.strictObject({ name: z.string(), skills: z.array(z.string()) }))
function reading(content: string): () => unknown {
  writeFileSync(join(folder, 'birds.json'), content)
  return () => readSampleFile(folder, 'birds', shape)
}

test('every file of samples is what its shape says, and is read once', () => {
  for (const read of Object.values(samples)) {
    expect(read().length).toBeGreaterThan(0)
    expect(read()).toBe(read())
  }
})

test('a right file is given as it stands', () => {
  const birds = [{ name: 'Ćuk — “owl”', skills: ['hunting', ' by night '] }]
  expect(reading(JSON.stringify(birds))()).toEqual(birds)
})

test('a wrong file is refused with its name, the place in it and the reason', () => {
  const wrong = '[{"name":"Wren","skills":["song",3]},{"name":"Owl","skills":[],"colour":"grey"}]'
  expect(reading(wrong)).toThrow(
    'samples/birds.json is wrong.\n  0.skills.1: Invalid input: expected string, received number\n  1: Unrecognized key: "colour"',
  )
  expect(reading('{}')).toThrow(
    'samples/birds.json is wrong.\n  the whole: Invalid input: expected array, received object',
  )
  expect(reading(JSON.stringify(Array(7).fill(1)))).toThrow(/4: [^\n]+\n {2}and 2 more$/)
})

test('a file that is missing or no JSON is told by its name', () => {
  expect(reading('[{')).toThrow(/^samples\/birds\.json cannot be read: .*JSON/)
  expect(() => readSampleFile(folder, 'fish', shape)).toThrow(
    /^samples\/fish\.json cannot be read: ENOENT/,
  )
})
