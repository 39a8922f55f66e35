import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** Where a cloud provider serves metadata to its machines, although the address is a public one. */
const CLOUD_METADATA = '168.63.129.16';
/** All of IPv6 that is assigned to the public internet; the rest counts as ordinary addresses in ipaddr.js. */
const GLOBAL_V6 = ipaddr.IPv6.parseCIDR('2000::/3');

/** Whether a resolved address is on the public internet. Anything that is not an address is not. */
export function isPublicAddress(address: string): boolean {
  // Not the short forms that ipaddr.js reads (`127.1`): a resolver answers none of them.
  if (!isIP(address) || address === CLOUD_METADATA) return false;
  const parsed = ipaddr.parse(address);
  if (parsed.range() !== 'unicast') return false;
  return parsed instanceof ipaddr.IPv4 || (!address.includes('%') && parsed.match(GLOBAL_V6));
}
