import type { IncomingHttpHeaders } from 'node:http';

const LOOPBACK = /^(127\.0\.0\.1|localhost|\[::1\])(:\d+)?$/;

/**
 * Why a request is refused before it is looked at, or undefined. A page of the internet can make a browser call this
 * machine: by a name that it lets point to 127.0.0.1 (seen in `Host`), or by a form or script of its own (seen in `Origin`).
 */
export function refusalOfSender(headers: IncomingHttpHeaders, allowedHosts: string[]): string | undefined {
  const host = headers.host ?? '';
  if (!LOOPBACK.test(host) && !allowedHosts.includes(host)) return 'This host is not served here.';
  const { origin } = headers;
  if (origin !== undefined && !isOwn(origin, [host, ...allowedHosts])) return 'Requests of other pages are refused.';
  if (headers['sec-fetch-site'] === 'cross-site') return 'Requests of other pages are refused.';
  return undefined;
}

function isOwn(origin: string, hosts: string[]): boolean {
  return URL.canParse(origin) && hosts.includes(new URL(origin).host);
}
