import { expect, test } from 'vitest'
import { createSealing } from './sealing.ts'

test('what is sealed opens for its owner, under its key, and unchanged alone', () => {
  const sealing = createSealing('kept', 'own')
  const sealed = sealing.seal('JBSWY3DPEHPK3PXP', 'ada')
  expect(sealing.open(sealed, 'ada')).toBe('JBSWY3DPEHPK3PXP')
  expect(sealing.seal('JBSWY3DPEHPK3PXP', 'ada')).not.toEqual(sealed)
  expect(sealing.open(sealed, 'bob')).toBeUndefined()
  expect(createSealing('kept').open(sealed, 'ada')).toBeUndefined()
  expect(createSealing('other', 'own').open(sealed, 'ada')).toBeUndefined()
  sealed[sealed.length - 1] = (sealed.at(-1) ?? 0) ^ 1
  expect(sealing.open(sealed, 'ada')).toBeUndefined()
  expect(sealing.open(Buffer.alloc(3), 'ada')).toBeUndefined()
})

test('a digest is of one person, and of one key', () => {
  const sealing = createSealing('kept')
  expect(sealing.digest('code', 'ada')).toEqual(createSealing('kept').digest('code', 'ada'))
  expect(sealing.digest('code', 'ada')).not.toEqual(sealing.digest('code', 'bob'))
  expect(sealing.digest('code', 'ada')).not.toEqual(
    createSealing('kept', 'x').digest('code', 'ada'),
  )
})
