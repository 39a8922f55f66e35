import {
  type Access,
  type Answer,
  callAddress,
  type Endpoint,
  type FailureDetails,
  type Input,
} from '@longshore/contract';
import { reportReachable, reportSlowCall, reportUnreachable } from './connection.ts';
import { newId } from './new-id.ts';
import { recordServerTime, scanTimeOf, serverNow } from './server-clock.ts';
import { readTextsOfMessages } from './text/text.ts';

/** Time limits of a call, in milliseconds. A large file may take long in both directions, but must not stop moving. */
/** An export waits for its turn up to five minutes before it runs. */
const TIME_LIMITS = { read: 15_000, write: 30_000, file: 120_000, export: 450_000, upload: 600_000, stalled: 60_000 };
/** After this time the user is told that the server is slow. */
const SLOW_MS = 4_000;

/** The input of an endpoint. Uploads add the file; their text fields are the body. */
export type CallInput<E extends Endpoint> = Partial<Input<E>> & { file?: File };

export interface CallOptions {
  signal?: AbortSignal | undefined;
  /** Repeating a write with the same key is safe: the server returns the result of the first call. */
  idempotencyKey?: string | undefined;
  /** Called with the share of an upload that was sent, from 0 to 1. */
  onProgress?: ((share: number) => void) | undefined;
}

export interface Download {
  blob: Blob;
  fileName: string;
}

/** Every way a call can fail, in one shape. Status 0 means that there was no response. */
export class ApiFailure extends Error {
  status: number;
  code: number | undefined;
  errors: Record<string, string[]> | undefined;
  /** The message keys behind `errors`, to show them in the user's language. */
  keys: Record<string, string[]> | undefined;
  reference: string | undefined;
  /** The access that the endpoint requires, so that a 403 can name what is missing. */
  needs: Access | undefined;
  /** The time limit was reached: retrying at once would only double the wait. */
  hasTimedOut: boolean;
  /** What the refusal names, for screens that offer a way out. */
  details: FailureDetails;

  constructor(
    status: number,
    answer: {
      message?: string;
      error_code?: number;
      errors?: Record<string, string[]>;
      keys?: Record<string, string[]>;
      reference?: string;
      needs?: Access;
      hasTimedOut?: boolean;
      details?: FailureDetails;
    } = {},
  ) {
    super(answer.message ?? '');
    this.name = 'ApiFailure';
    this.status = status;
    this.code = answer.error_code;
    this.errors = answer.errors;
    this.keys = answer.keys;
    this.reference = answer.reference;
    this.needs = answer.needs;
    this.hasTimedOut = answer.hasTimedOut ?? false;
    this.details = answer.details ?? {};
  }
}

export const asFailure = (error: unknown): ApiFailure =>
  error instanceof ApiFailure ? error : new ApiFailure(0, { message: error instanceof Error ? error.message : '' });

const SPREADSHEET = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

let bearer = '';
/** Only the session module sets this. */
export function setBearer(token: string) {
  bearer = token;
}

export const bearerToken = () => bearer;

export interface UntypedInput {
  params?: Record<string, unknown>;
  query?: unknown;
  body?: unknown;
  file?: File;
}

const untyped = (input: unknown) => (input ?? {}) as UntypedInput;

function bodyOf(endpoint: Endpoint, { body, file }: UntypedInput): FormData | string | undefined {
  if (!endpoint.upload) return body === undefined ? undefined : JSON.stringify(body);
  const form = new FormData();
  for (const [name, value] of Object.entries(body ?? {})) if (value !== undefined) form.set(name, String(value));
  if (file) form.set('file', file);
  return form;
}

function timeLimitOf(endpoint: Endpoint, accept: string): number {
  if (endpoint.upload) return TIME_LIMITS.upload;
  if (endpoint.list && accept === SPREADSHEET) return TIME_LIMITS.export;
  if (endpoint.file || endpoint.heavy || accept === SPREADSHEET) return TIME_LIMITS.file;
  return endpoint.reads ? TIME_LIMITS.read : TIME_LIMITS.write;
}

type UploadRequest = RequestInit & { signal: AbortSignal };

/** Like `fetch`, with progress events, which `fetch` does not have. Fails when nothing moves any more. */
function upload(address: string, request: UploadRequest, onProgress: CallOptions['onProgress']): Promise<Response> {
  const call = new XMLHttpRequest();
  let stallTimer: ReturnType<typeof setTimeout> | undefined;
  const expectProgress = () => {
    clearTimeout(stallTimer);
    stallTimer = setTimeout(() => call.abort(), TIME_LIMITS.stalled);
  };
  return new Promise((resolve, reject) => {
    call.open(request.method ?? 'POST', address);
    for (const [name, value] of new Headers(request.headers)) call.setRequestHeader(name, value);
    call.upload.onprogress = ({ loaded, total }) => {
      expectProgress();
      onProgress?.(total ? loaded / total : 0);
    };
    call.onload = () => {
      const headers = { 'x-request-id': call.getResponseHeader('x-request-id') ?? '' };
      resolve(new Response(call.responseText || null, { status: call.status, headers }));
    };
    call.onerror = () => reject(new TypeError('The upload failed'));
    call.onabort = () => reject(new DOMException('The upload was stopped', 'AbortError'));
    call.onloadend = () => clearTimeout(stallTimer);
    request.signal.addEventListener('abort', () => call.abort());
    expectProgress();
    call.send(request.body as FormData);
  });
}

/** Reads the body of a response. `allow` restarts the time limit, because something has arrived. */
type ReadBody<Body> = (response: Response, allow: (milliseconds: number) => void) => Promise<Body>;

const readText: ReadBody<string> = (response) => response.text();

const readFile: ReadBody<Blob> = async (response, allow) => {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  const reader = response.body?.getReader();
  for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
    allow(TIME_LIMITS.stalled);
    parts.push(part.value);
  }
  return new Blob(parts, { type: response.headers.get('content-type') ?? '' });
};

/** A proxy may refuse with a page of its own, which has nothing that we could read. */
function parseRefusal(text: string): { reference?: string; keys?: Record<string, string[]> } {
  try {
    return JSON.parse(text) ?? {};
  } catch {
    return {};
  }
}

async function refusalOf(response: Response, needs: Access | undefined): Promise<ApiFailure> {
  const answer = parseRefusal(await response.text());
  const reference = answer.reference ?? response.headers.get('x-request-id');
  await readTextsOfMessages(Object.values(answer.keys ?? {}).flat());
  return new ApiFailure(response.status, {
    ...answer,
    ...(reference ? { reference } : {}),
    ...(needs ? { needs } : {}),
  });
}

interface FetchOptions<Body> extends CallOptions {
  limit: number;
  read: ReadBody<Body>;
  /** The access that a refusal names. */
  needs?: Access;
}

/**
 * Fails with status 0 when no complete response arrives in time, and reports to the connection state whether the server
 * was reached. A refusal fails with its status.
 */
async function fetchWithTimeout<Body>(
  address: string,
  request: RequestInit,
  { limit, read, needs, signal, onProgress }: FetchOptions<Body>,
): Promise<{ response: Response; body: Body }> {
  const controller = new AbortController();
  let hasTimedOut = false;
  let endSlowCall = () => {};
  let timeoutTimer: ReturnType<typeof setTimeout> | undefined;
  const allow = (milliseconds: number) => {
    clearTimeout(timeoutTimer);
    timeoutTimer = setTimeout(() => {
      hasTimedOut = true;
      controller.abort();
    }, milliseconds);
  };
  allow(limit);
  const slowTimer = setTimeout(() => {
    endSlowCall = reportSlowCall();
  }, SLOW_MS);
  const cancel = () => controller.abort();
  signal?.addEventListener('abort', cancel);
  try {
    const sent = { ...request, signal: controller.signal };
    const response = await (request.body instanceof FormData
      ? upload(address, sent, onProgress)
      : fetch(address, sent));
    reportReachable();
    recordServerTime(response.headers.get('date'));
    if (!response.ok) throw await refusalOf(response, needs);
    return { response, body: await read(response, allow) };
  } catch (error) {
    if (signal?.aborted) throw new DOMException('The call was cancelled.', 'AbortError');
    if (error instanceof ApiFailure) throw error;
    reportUnreachable();
    throw new ApiFailure(0, { message: error instanceof Error ? error.message : '', hasTimedOut });
  } finally {
    endSlowCall();
    clearTimeout(slowTimer);
    clearTimeout(timeoutTimer);
    signal?.removeEventListener('abort', cancel);
  }
}

/** A call that is made without its endpoint: one that was kept on the device, perhaps by an earlier release. */
export interface KeptCall {
  method: string;
  address: string;
  /** As JSON; undefined when it has none. */
  body?: string | undefined;
}

/** The headers of a write: its key, and for a scan the time at which it was made. */
function setWriteHeaders(headers: Headers, key: string): void {
  headers.set('idempotency-key', key);
  const scanned = scanTimeOf(key);
  // A scan cannot be made in the future: when the clock of the device was ahead, the time is now.
  if (scanned !== undefined) headers.set('scanned-at', new Date(Math.min(scanned, serverNow())).toISOString());
}

function send<Body>(
  endpoint: Endpoint,
  input: unknown,
  accept: string,
  read: ReadBody<Body>,
  options: CallOptions,
): Promise<{ response: Response; body: Body }> {
  const body = bodyOf(endpoint, untyped(input));
  const headers = new Headers({ accept });
  if (typeof body === 'string') headers.set('content-type', 'application/json');
  if (bearer && endpoint.access !== 'guest') headers.set('authorization', `Bearer ${bearer}`);
  if (!endpoint.reads && !endpoint.secret) setWriteHeaders(headers, options.idempotencyKey ?? newId());
  const request: RequestInit = { method: endpoint.method, headers, ...(body === undefined ? {} : { body }) };
  const limit = timeLimitOf(endpoint, accept);
  return fetchWithTimeout(callAddress(endpoint, untyped(input)), request, {
    ...options,
    limit,
    read,
    needs: endpoint.access,
  });
}

/** A call as it is kept. */
export function keptCall<E extends Endpoint>(endpoint: E, input: CallInput<E>): KeptCall {
  const body = bodyOf(endpoint, untyped(input));
  return {
    method: endpoint.method,
    address: callAddress(endpoint, untyped(input)),
    ...(typeof body === 'string' ? { body } : {}),
  };
}

/** Makes a call that was kept, under its key. */
export async function sendKept({ method, address, body }: KeptCall, key: string): Promise<unknown> {
  const headers = new Headers({ accept: 'application/json' });
  if (body !== undefined) headers.set('content-type', 'application/json');
  if (bearer) headers.set('authorization', `Bearer ${bearer}`);
  setWriteHeaders(headers, key);
  const request: RequestInit = { method, headers, ...(body === undefined ? {} : { body }) };
  return dataOf((await fetchWithTimeout(address, request, { limit: TIME_LIMITS.write, read: readText })).body);
}

function dataOf(text: string) {
  try {
    return JSON.parse(text).data;
  } catch {
    throw new ApiFailure(0);
  }
}

/** Calls an endpoint of the contract and returns the `data` of the response. */
export async function call<E extends Endpoint>(
  endpoint: E,
  input?: CallInput<E>,
  options: CallOptions = {},
): Promise<Answer<E>> {
  return dataOf((await send(endpoint, input, 'application/json', readText, options)).body);
}

function fileNameOf(response: Response): string {
  const disposition = response.headers.get('content-disposition') ?? '';
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(disposition)?.[1];
  if (encoded) return decodeURIComponent(encoded);
  return /filename="?([^";]+)"?/i.exec(disposition)?.[1] ?? 'download.xlsx';
}

/** Calls an endpoint that returns a file, or requests a list as a spreadsheet. */
export async function download<E extends Endpoint>(
  endpoint: E,
  input?: CallInput<E>,
  options: CallOptions = {},
): Promise<Download> {
  const { response, body } = await send(endpoint, input, SPREADSHEET, readFile, options);
  return { blob: body, fileName: fileNameOf(response) };
}

/** Reads a file by a signed link, which needs no sign-in. */
export async function readLink(address: string): Promise<Blob> {
  return (await fetchWithTimeout(address, {}, { limit: TIME_LIMITS.file, read: readFile })).body;
}

/** Saves a downloaded file through the browser. */
export function saveDownload({ blob, fileName }: Download) {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = fileName;
  link.click();
  // Safari reads the object after the click has returned.
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
