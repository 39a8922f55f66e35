/** Where an address that a person typed leads: what decides which server learns a secret. */
export interface EndpointAddress {
  scheme: 'http' | 'https' | 'ftp' | 'ftps';
  host: string;
  port: number;
  path: string;
  /** A user name or password inside the address. */
  hasUserInfo: boolean;
}

/** ftps is FTP with TLS on the same port, unless the address names another one. */
const DEFAULT_PORTS = { http: 80, https: 443, ftp: 21, ftps: 21 };

/**
 * Reads an address the way the sender does, so that what was checked is what is called. Undefined when it is none.
 * URL parsers know ftp but not ftps and read unknown schemes by other rules, so ftps is read as ftp.
 */
export function parseEndpointAddress(text: string): EndpointAddress | undefined {
  // A slash more, and parsers take the first part of the path for the host.
  const scheme = /^(https?|ftps?):\/\/(?![/\\])/i.exec(text)?.[1]?.toLowerCase() as
    | EndpointAddress['scheme']
    | undefined;
  // Parsers drop tabs and line breaks silently, also in the middle of a host.
  if (!scheme || /[\t\r\n]/.test(text)) return undefined;
  try {
    const url = new URL(text.replace(/^ftps:/i, 'ftp:'));
    return {
      scheme,
      host: url.hostname,
      port: Number(url.port || DEFAULT_PORTS[scheme]),
      path: url.pathname,
      hasUserInfo: url.username !== '' || url.password !== '',
    };
  } catch {
    return undefined;
  }
}

/** Whether two addresses lead to the same server in the same way. What cannot be read is nobody's. */
export function isSameServer(one: string, other: string): boolean {
  const [a, b] = [parseEndpointAddress(one), parseEndpointAddress(other)];
  return a !== undefined && b !== undefined && a.scheme === b.scheme && a.host === b.host && a.port === b.port;
}
