import { expect, test } from 'vitest'
import { addressKey, networkKey, plainAddress } from './limits.ts'

test.each([
  ['192.0.2.1', 'address:192.0.2.1'],
  ['::ffff:192.0.2.1', 'address:192.0.2.1'],
  ['::1', 'address:0:0:0:0::/64'],
  ['2001:db8:1:2:3:4:5:6', 'address:2001:db8:1:2::/64'],
  ['2001:0DB8:0001:0002::9', 'address:2001:db8:1:2::/64'],
  ['2001:db8::1:2', 'address:2001:db8:0:0::/64'],
  ['fe80::1%eth0', 'address:fe80:0:0:0::/64'],
  ['192.0.2.1:5555', 'address:192.0.2.1'],
  ['::ffff:c000:201', 'address:192.0.2.1'],
  ['[2001:db8:1:2::3]:80', 'address:2001:db8:1:2::/64'],
  ['[::1]', 'address:0:0:0:0::/64'],
  ['unknown', 'address:unknown'],
  ['999.1.1.1', 'address:unknown'],
  ['a'.repeat(300), 'address:unknown'],
  ['', 'address:unknown'],
])('%s counts as %s', (address, key) => {
  expect(addressKey(address)).toBe(key)
})

test('an IPv6 address has a network, an IPv4 address has none', () => {
  expect(networkKey('[2001:db8:1:2::3]:80')).toBe('network:2001:db8:1::/48')
  expect(networkKey('192.0.2.1')).toBeUndefined()
  expect(networkKey('::ffff:192.0.2.1')).toBeUndefined()
  expect(networkKey('nonsense')).toBeUndefined()
})

test('an address is told without its port', () => {
  expect(plainAddress('192.0.2.1:5555')).toBe('192.0.2.1')
  expect(plainAddress('[2001:db8::1]:80')).toBe('2001:db8:0:0:0:0:0:1')
})
