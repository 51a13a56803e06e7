import { expect, test } from 'vitest'
import { addressKey } from './limits.ts'

test.each([
  ['192.0.2.1', 'address:192.0.2.1'],
  ['::ffff:192.0.2.1', 'address:192.0.2.1'],
  ['::1', 'address:0:0:0:0::/64'],
  ['2001:db8:1:2:3:4:5:6', 'address:2001:db8:1:2::/64'],
  ['2001:0DB8:0001:0002::9', 'address:2001:db8:1:2::/64'],
  ['2001:db8::1:2', 'address:2001:db8:0:0::/64'],
  ['fe80::1%eth0', 'address:fe80:0:0:0::/64'],
])('%s counts as %s', (address, key) => {
  expect(addressKey(address)).toBe(key)
})
