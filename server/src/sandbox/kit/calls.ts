import type { IncomingHttpHeaders } from 'node:http';

/** What a partner was asked and answered, without secrets. */
export interface RecordedCall {
  at: string;
  partner: string;
  method: string;
  /** Path with query. */
  path: string;
  operations: string[];
  headers: Record<string, string>;
  body: string;
  status: number;
  ms: number;
}

const MASK = '***';
const SECRET_HEADERS = new Set(['authorization', 'x-shopify-access-token', 'cookie', 'api-key', 'x-amz-access-token']);
const SECRET_PARAMETERS =
  /([?&"]?(?:consumer_key|consumer_secret|client_secret|access_token|refresh_token|oauth_[a-z_]+|secret|Signature)(?:"\s*:\s*"|=))[^&"\s]*/g;
/** A demo that runs for weeks keeps the newest calls only. */
const KEPT = 5_000;

export const maskText = (text: string): string => text.replace(SECRET_PARAMETERS, `$1${MASK}`);

function maskHeader(name: string, value: string): string {
  if (!SECRET_HEADERS.has(name)) return value;
  const scheme = name === 'authorization' ? /^(\w+) /.exec(value)?.[1] : undefined;
  return scheme ? `${scheme} ${MASK}` : MASK;
}

export function maskHeaders(headers: IncomingHttpHeaders): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, maskHeader(name, String(value ?? ''))]),
  );
}

export class CallLog {
  private calls: RecordedCall[] = [];

  add(call: RecordedCall): void {
    this.calls.push(call);
    if (this.calls.length > KEPT) this.calls.splice(0, this.calls.length - KEPT);
  }

  list(): RecordedCall[] {
    return [...this.calls];
  }

  clear(): void {
    this.calls = [];
  }
}
