import { lookup } from 'node:dns/promises';
import { type IncomingHttpHeaders, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { type Message, reasonSentence } from '@longshore/contract';
import { isPublicAddress } from './address-rules.ts';

export interface Address {
  address: string;
  family: number;
}
export type Resolve = (host: string) => Promise<Address[]>;

/** Why nothing was sent or accepted, for the person who typed the address. */
export class OutgoingProblem extends Error {
  /** Whether the receiver may have got the call: the connection was open when it failed. */
  mayHaveArrived = false;

  /** The reason is a message of the catalogue, or the plain words of whoever refused; the error itself says it in English. */
  constructor(readonly reason: string) {
    super(reasonSentence(reason));
  }
}

export interface OutgoingOptions {
  /** The operator allows addresses of its own network. */
  allowPrivate: boolean;
  resolve?: Resolve | undefined;
  connectMs?: number;
  totalMs?: number;
}

export interface OutgoingRequest {
  url: string;
  method: 'POST' | 'PUT';
  headers: Record<string, string>;
  body: string;
}

export interface OutgoingAnswer {
  status: number;
  text: string;
  /** False: the answer was longer than 64 kB, or ended before its end; the text is only its beginning. */
  isComplete: boolean;
}

/** A call whose answer is read: any method, the headers of the answer, and as much of it as the caller allows. */
export interface OutgoingCall extends Omit<OutgoingRequest, 'method'> {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  totalMs: number;
  bytesMost: number;
  /** The text of the answer has one character for each byte (latin1): it is a file. */
  isBinary?: boolean | undefined;
  /** Aborted with an OutgoingProblem when the answer is not waited for any more. */
  signal?: AbortSignal | undefined;
}

export interface OutgoingCallAnswer extends OutgoingAnswer {
  /** Names in lower case; a header that was sent several times is joined by commas. */
  headers: Record<string, string>;
}

/** Calls to addresses that users entered. All such calls must go through here. */
export interface Outgoing {
  totalMs: number;
  /** The resolved addresses of a host, all of them allowed. Connect to one of these; do not resolve the name again. */
  reach(host: string): Promise<Address[]>;
  send(request: OutgoingRequest): Promise<OutgoingAnswer>;
  call(request: OutgoingCall): Promise<OutgoingCallAnswer>;
  /**
   * Downloads the bytes at an address. Throws an OutgoingProblem unless it answers 200 in time, with no more bytes than
   * allowed.
   */
  download(url: string, limits: { bytes: number; totalMs: number }): Promise<Uint8Array>;
}

const CONNECT_MS = 5_000;
const TOTAL_MS = 15_000;
/** Answers to webhooks are short; the rest is not read. */
const ANSWER_MAX = 64 * 1024;

const systemResolve: Resolve = (host) => lookup(host, { all: true });

/** `[::1]` in a URL is ::1. */
const bare = (host: string) => host.replace(/^\[|\]$/g, '');

function within<Result>(work: Promise<Result>, ms: number, reason: Message): Promise<Result> {
  let timer: NodeJS.Timeout;
  const late = new Promise<never>((_, refuse) => {
    timer = setTimeout(() => refuse(new OutgoingProblem(reason)), ms);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}

/**
 * Gives the socket the checked addresses, so that a name that resolves differently a moment later (DNS rebinding) has
 * no effect.
 */
const pinned = (addresses: Address[]): LookupFunction =>
  ((_host: string, options: { all?: boolean }, done: (...answer: unknown[]) => void) =>
    options.all ? done(null, addresses) : done(null, addresses[0]?.address, addresses[0]?.family)) as LookupFunction;

const reasons: Record<string, Message> = {
  ECONNREFUSED: 'ConnectionRefused',
  ECONNRESET: 'ConnectionCut',
  EPIPE: 'ConnectionCut',
  ENOTFOUND: 'NoSuchHost',
  EAI_AGAIN: 'NameServerSilent',
  EHOSTUNREACH: 'HostUnreachable',
  ENETUNREACH: 'NetworkUnreachable',
  ETIMEDOUT: 'HostTooSlow',
};

/** Network errors as messages for users. */
export function outgoingProblem(error: unknown): OutgoingProblem {
  if (error instanceof OutgoingProblem) return error;
  const { code = '', message, errors } = error as { code?: string; message: string; errors?: { code?: string }[] };
  return new OutgoingProblem(reasons[code] ?? reasons[errors?.[0]?.code ?? ''] ?? (message || code || 'it failed'));
}

/** More of the answer than `bytesMost` is not read. */
interface Exchange extends Omit<OutgoingCall, 'url' | 'isBinary'> {
  connectMs: number;
}

const headersOf = (sent: IncomingHttpHeaders): Record<string, string> =>
  Object.fromEntries(Object.entries(sent).map(([name, value]) => [name, String(value)]));

function exchange(url: URL, call: Exchange, addresses: Address[]) {
  const { method, headers, body, connectMs, totalMs, bytesMost, signal } = call;
  return new Promise<{ status: number; headers: Record<string, string>; bytes: Buffer; isComplete: boolean }>(
    (resolve, reject) => {
      const late = (ms: number) => new OutgoingProblem(`NoAnswerWithin:${ms / 1000}`);
      const request = (url.protocol === 'https:' ? requestHttps : requestHttp)(url, {
        method,
        agent: false,
        lookup: pinned(addresses),
        headers: { ...headers, 'content-length': String(Buffer.byteLength(body)), connection: 'close' },
      });
      /** The status has been received; a truncated body does not change it. */
      let answered: (() => void) | undefined;
      let isConnected = false;
      const connecting = setTimeout(() => request.destroy(late(connectMs)), connectMs);
      const totalTimer = setTimeout(() => request.destroy(late(totalMs)), totalMs);
      const giveUp = () => request.destroy(signal?.reason);
      signal?.addEventListener('abort', giveUp, { once: true });
      const settle = () => {
        clearTimeout(connecting);
        clearTimeout(totalTimer);
        signal?.removeEventListener('abort', giveUp);
      };
      request.on('socket', (socket) =>
        socket.once(url.protocol === 'https:' ? 'secureConnect' : 'connect', () => {
          isConnected = true;
          clearTimeout(connecting);
        }),
      );
      // Never removed: an error event after the first answer must not end the process.
      request.on('error', (error) => {
        settle();
        if (answered) answered();
        else reject(Object.assign(outgoingProblem(error), { mayHaveArrived: isConnected }));
      });
      request.on('response', (response) => {
        const chunks: Buffer[] = [];
        let size = 0;
        const done = () => {
          settle();
          resolve({
            status: response.statusCode ?? 0,
            headers: headersOf(response.headers),
            bytes: Buffer.concat(chunks),
            isComplete: response.complete && size <= bytesMost,
          });
          request.destroy();
        };
        response.on('data', (chunk: Buffer) => {
          chunks.push(chunk);
          size += chunk.length;
          if (size > bytesMost) done();
        });
        answered = done;
        response.on('end', done);
        response.on('error', done);
        response.on('aborted', done);
      });
      request.end(body);
    },
  );
}

export function makeOutgoing(options: OutgoingOptions): Outgoing {
  const { allowPrivate, resolve = systemResolve, connectMs = CONNECT_MS, totalMs = TOTAL_MS } = options;
  const reach = async (host: string) => {
    const name = bare(host);
    const family = isIP(name);
    const addresses = family
      ? [{ address: name, family }]
      : await within(resolve(name), connectMs, 'NameServerSilent').catch((error: unknown) => {
          throw outgoingProblem(error);
        });
    if (!addresses.length) throw new OutgoingProblem('NoSuchHost');
    const own = allowPrivate ? undefined : addresses.find(({ address }) => !isPublicAddress(address));
    if (own) throw new OutgoingProblem(`AddressIsPrivate:${own.address}`);
    return addresses;
  };
  const reachAndExchange = async (address: string, call: Omit<Exchange, 'connectMs'>) => {
    const url = new URL(address);
    if (url.protocol !== 'http:' && url.protocol !== 'https:') throw new OutgoingProblem('OnlyHttp');
    const addresses = await reach(url.hostname);
    try {
      return await exchange(url, { ...call, connectMs: Math.min(connectMs, call.totalMs) }, addresses);
    } catch (error) {
      throw outgoingProblem(error);
    }
  };
  return {
    totalMs,
    reach,
    async send({ url, ...call }) {
      const { status, bytes, isComplete } = await reachAndExchange(url, { ...call, totalMs, bytesMost: ANSWER_MAX });
      return { status, text: bytes.toString('utf8').slice(0, ANSWER_MAX), isComplete };
    },
    async call({ url, isBinary, ...call }) {
      const { bytes, ...answer } = await reachAndExchange(url, call);
      return { ...answer, text: bytes.toString(isBinary ? 'latin1' : 'utf8') };
    },
    async download(url, limits) {
      const call = { method: 'GET', headers: {}, body: '', totalMs: limits.totalMs, bytesMost: limits.bytes } as const;
      const { status, bytes, isComplete } = await reachAndExchange(url, call);
      if (status !== 200 || !isComplete) throw new OutgoingProblem(`ServerAnswered:${status}`);
      return bytes;
    },
  };
}
