import { isIPv4, isIPv6 } from 'node:net';

/** The eight groups of an IPv6 address, expanded. */
function groupsOf(address: string): string[] {
  const [head = '', tail] = address.split('::');
  const groups = (part: string) => (part ? part.split(':') : []);
  if (tail === undefined) return groups(head);
  const [before, after] = [groups(head), groups(tail)];
  return [...before, ...Array<string>(8 - before.length - after.length).fill('0'), ...after];
}

/**
 * The network by which attempts of one caller are counted: an IPv4 address, or the /64 of an IPv6 address, because
 * whoever has one address of it usually has all of them.
 */
export function networkOf(address: string): string {
  const bare = address.split('%')[0] ?? '';
  const mapped = /^::ffff:([\d.]+)$/i.exec(bare)?.[1];
  if (mapped && isIPv4(mapped)) return mapped;
  if (!isIPv6(bare)) return address;
  // The last 32 bits may be written as IPv4; they are not part of the network.
  const groups = groupsOf(bare.replace(/[\d.]+\.\d+$/, '0:0'));
  return `${groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`;
}

/** Whether only this machine can reach a server on this address. */
export function isLoopback(host: string): boolean {
  const bare = host.replace(/^\[|\]$/g, '').toLowerCase();
  return bare === 'localhost' || bare === '::1' || (isIPv4(bare) && bare.startsWith('127.'));
}
