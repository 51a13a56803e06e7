import { BlockList, isIP } from 'node:net'

/** Whether an address belongs to one of some networks (`10.0.0.0/8`) or is one of some addresses. */
export function networkTest(networks: readonly string[]): (address: string) => boolean {
  const list = new BlockList()
  for (const one of networks) {
    const [address = '', bits] = one.split('/')
    const family = familyOf(address)
    if (bits === undefined) list.addAddress(address, family)
    else list.addSubnet(address, Number(bits), family)
  }
  return (given) => {
    // A socket that takes both kinds names the older one so.
    const address = given.replace(/^::ffff:(?=\d+\.)/i, '')
    return isIP(address) !== 0 && list.check(address, familyOf(address))
  }
}

function familyOf(address: string): 'ipv4' | 'ipv6' {
  return isIP(address) === 6 ? 'ipv6' : 'ipv4'
}
