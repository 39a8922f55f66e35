import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { type CallLog, maskHeaders, maskText } from './calls.ts';
import type { Fault, Faults } from './faults.ts';
import { type Answer, type Call, firewallPage, json, type Partner } from './partner.ts';
import { refusalOfSender } from './same-origin.ts';

export interface Mounted {
  /** The path begins with it. */
  prefix: string;
  answer(call: Call): Answer | Promise<Answer>;
  /** A partner's calls are recorded and can be made to fail; pages and control routes are not. */
  partner?: Partner;
}

export interface ServerOptions {
  port: number;
  mounted: Mounted[];
  faults: Faults;
  calls: CallLog;
  now: () => Date;
  allowedHosts: string[];
}

const BODY_MAX = 16 * 1024 * 1024;

/** Listens on this machine only. */
export async function listen(options: ServerOptions): Promise<{ url: string; stop(): Promise<void> }> {
  const server = createServer((request, response) => {
    void serve(options, request, response).catch((error: unknown) => {
      if (response.headersSent) response.destroy();
      else write(response, json(500, { error: String(error) }));
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, stop: () => close(server) };
}

async function close(server: Server): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  server.closeAllConnections();
  await closed;
}

async function serve(options: ServerOptions, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const refusal = refusalOfSender(request.headers, options.allowedHosts);
  if (refusal) return write(response, json(403, { error: refusal }));
  const body = await readBody(request);
  if (!body) return write(response, json(413, { error: 'The body is too large.' }));
  const call = callOf(request, body, options.now());
  const mounted = options.mounted.find(({ prefix }) => call.path === prefix || call.path.startsWith(`${prefix}/`));
  if (!mounted) return write(response, json(404, { error: 'Nothing is mounted here.' }));
  const below = { ...call, path: call.path.slice(mounted.prefix.length) || '/' };
  if (mounted.partner) return servePartner(options, mounted.partner, below, response);
  write(response, await mounted.answer(below));
}

function callOf(request: IncomingMessage, body: Buffer, at: Date): Call {
  const origin = `http://${request.headers.host ?? '127.0.0.1'}`;
  const target = request.url ?? '/';
  const url = new URL(target, origin);
  return {
    method: request.method ?? 'GET',
    path: decodePath(url.pathname),
    query: url.searchParams,
    headers: request.headers,
    body,
    at,
    origin,
    target,
  };
}

function decodePath(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

async function readBody(request: IncomingMessage): Promise<Buffer | undefined> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of request as AsyncIterable<Buffer>) {
    size += part.length;
    if (size <= BODY_MAX) parts.push(part);
  }
  return size > BODY_MAX ? undefined : Buffer.concat(parts);
}

async function servePartner(
  { faults, calls, now }: ServerOptions,
  partner: Partner,
  call: Call,
  response: ServerResponse,
): Promise<void> {
  const operations = partner.operations?.(call) ?? [];
  const fault = faults.take(call.method, `/${partner.slug}${call.path}`, operations);
  if (fault?.delayMs) await sleep(fault.delayMs);
  if (fault?.hold) await faults.untilCleared();
  const answer = fault?.drop ? undefined : (standIn(fault) ?? (await partner.answer(call)));
  calls.add({
    at: call.at.toISOString(),
    partner: partner.slug,
    method: call.method,
    path: maskText(call.target),
    operations,
    headers: maskHeaders(call.headers),
    body: maskText(call.body.toString('utf8')),
    status: fault?.dropAfterWrite || !answer ? 0 : answer.status,
    ms: now().getTime() - call.at.getTime(),
  });
  if (!answer || fault?.dropAfterWrite) response.destroy();
  else if (fault?.cut) cutOff(response, answer);
  else write(response, answer);
}

/** What is answered instead of the partner's own answer. */
function standIn(fault: Fault | undefined): Answer | undefined {
  if (!fault) return undefined;
  const { status, body } = fault;
  // Only the partner's own answers are compared with its model.
  const headers = { 'x-sandbox-fault': '1', ...fault.headers };
  if (fault.html) return { ...firewallPage(status ?? 200), headers: { 'content-type': 'text/html', ...headers } };
  if (status === undefined) return undefined;
  if (typeof body === 'string') return { status, headers: { 'content-type': 'text/plain', ...headers }, body };
  return json(status, body ?? {}, headers);
}

function write(response: ServerResponse, { status, headers = {}, body }: Answer): void {
  response.writeHead(status, { ...headers, 'content-length': String(Buffer.byteLength(body)) });
  response.end(body);
}

/** Promises the whole body and sends half of it. */
function cutOff(response: ServerResponse, { status, headers = {}, body }: Answer): void {
  const bytes = typeof body === 'string' ? Buffer.from(body) : body;
  response.writeHead(status, { ...headers, 'content-length': String(bytes.length) });
  response.write(bytes.subarray(0, Math.floor(bytes.length / 2)), () => response.destroy());
}
