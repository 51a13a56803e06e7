import { expect, test } from 'vitest'
import { createEncryption } from './secrets.ts'

test('a value decrypts for its owner, under its key, and unchanged alone', () => {
  const encryption = createEncryption('kept', 'own')
  const encrypted = encryption.encrypt('JBSWY3DPEHPK3PXP', 'ada')
  expect(encryption.decrypt(encrypted, 'ada')).toBe('JBSWY3DPEHPK3PXP')
  expect(encryption.encrypt('JBSWY3DPEHPK3PXP', 'ada')).not.toEqual(encrypted)
  expect(encryption.decrypt(encrypted, 'bob')).toBeUndefined()
  expect(createEncryption('kept').decrypt(encrypted, 'ada')).toBeUndefined()
  expect(createEncryption('other', 'own').decrypt(encrypted, 'ada')).toBeUndefined()
  encrypted[encrypted.length - 1] = (encrypted.at(-1) ?? 0) ^ 1
  expect(encryption.decrypt(encrypted, 'ada')).toBeUndefined()
  expect(encryption.decrypt(Buffer.alloc(3), 'ada')).toBeUndefined()
})

test('a digest is of one person, and of one key', () => {
  const encryption = createEncryption('kept')
  expect(encryption.digest('code', 'ada')).toEqual(createEncryption('kept').digest('code', 'ada'))
  expect(encryption.digest('code', 'ada')).not.toEqual(encryption.digest('code', 'bob'))
  expect(encryption.digest('code', 'ada')).not.toEqual(
    createEncryption('kept', 'x').digest('code', 'ada'),
  )
})
