import { BlockList, isIP } from 'node:net';

/**
 * IPv4 ranges that are not the public internet: this host, private, carrier NAT, link-local, documentation,
 * multicast.
 */
const reservedV4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  // Where cloud providers serve metadata to their machines.
  '168.63.129.16/32',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
];
/** Of IPv6 only the global range is public, except addresses with an IPv4 address inside and documentation ranges. */
const globalV6 = '2000::/3';
const reservedV6 = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'];

function listOf(ranges: readonly string[], family: 'ipv4' | 'ipv6'): BlockList {
  const list = new BlockList();
  for (const range of ranges) {
    const [net = '', bits = ''] = range.split('/');
    list.addSubnet(net, Number(bits), family);
  }
  return list;
}

const v4 = listOf(reservedV4, 'ipv4');
const [wide, v6] = [listOf([globalV6], 'ipv6'), listOf(reservedV6, 'ipv6')];

/** Whether a resolved address is on the public internet. Anything that is not an address is not. */
export function isPublicAddress(address: string): boolean {
  switch (isIP(address)) {
    case 4:
      return !v4.check(address, 'ipv4');
    case 6:
      return !address.includes('%') && wide.check(address, 'ipv6') && !v6.check(address, 'ipv6');
    default:
      return false;
  }
}
