import {
  type Access,
  type Answer,
  type Endpoint,
  formatListQuery,
  fullPath,
  type Input,
  type ListQuery,
  takesListQuery,
} from '@longshore/contract';
import { reportReached, reportUnreached, reportWaiting } from './connection.ts';

/** How long an answer is waited for, in milliseconds. */
const TIME_LIMITS = { read: 15_000, write: 30_000, file: 120_000 };
/** After this long people are told that an answer is waited for. */
const SLOW_MS = 4_000;

/** What a caller gives an endpoint. Uploads add the file; its text fields are the body. */
export type CallInput<E extends Endpoint> = Partial<Input<E>> & { file?: File };

export interface CallOptions {
  signal?: AbortSignal | undefined;
  /** Repeating a write under the same key is safe: the server answers what it answered the first time. */
  idempotencyKey?: string | undefined;
}

export interface Download {
  blob: Blob;
  fileName: string;
}

/** Everything that can go wrong with a call, in one shape. Status 0 means that no answer came. */
export class ApiFailure extends Error {
  status: number;
  code: number | undefined;
  errors: Record<string, string[]> | undefined;
  /** The message keys behind `errors`, so that the reader's own language can say them. */
  keys: Record<string, string[]> | undefined;
  reference: string | undefined;
  /** Who may make the call, so that a refusal can say what is missing. */
  needs: Access | undefined;
  /** The time limit was reached: asking again at once would only double the wait. */
  hasTimedOut: boolean;

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
  }
}

export const asFailure = (error: unknown): ApiFailure =>
  error instanceof ApiFailure ? error : new ApiFailure(0, { message: error instanceof Error ? error.message : '' });

const SPREADSHEET = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

let bearer = '';
/** The session alone decides which token is sent. */
export function setBearer(token: string) {
  bearer = token;
}

export const bearerToken = () => bearer;

/** `crypto.randomUUID` exists in secure contexts only, and warehouses do run this on plain http addresses. */
export function newId(): string {
  if (typeof crypto.randomUUID === 'function') return crypto.randomUUID();
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

interface LooseInput {
  params?: Record<string, unknown>;
  query?: unknown;
  body?: unknown;
  file?: File;
}

const loosely = (input: unknown) => (input ?? {}) as LooseInput;

export function queryTextOf(endpoint: Endpoint, input: unknown): string {
  const { query } = loosely(input);
  if (!query) return '';
  if (takesListQuery(endpoint)) return formatListQuery(query as ListQuery);
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query))
    for (const each of [value].flat()) if (each !== undefined && each !== null) search.append(name, String(each));
  return search.toString();
}

export function addressOf(endpoint: Endpoint, input: unknown): string {
  const { params = {} } = loosely(input);
  const path = fullPath(endpoint).replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])));
  const search = queryTextOf(endpoint, input);
  return search ? `${path}?${search}` : path;
}

function bodyOf(endpoint: Endpoint, { body, file }: LooseInput): FormData | string | undefined {
  if (!endpoint.upload) return body === undefined ? undefined : JSON.stringify(body);
  const form = new FormData();
  for (const [name, value] of Object.entries(body ?? {})) if (value !== undefined) form.set(name, String(value));
  if (file) form.set('file', file);
  return form;
}

function timeLimitOf(endpoint: Endpoint, accept: string): number {
  if (endpoint.upload || endpoint.file || accept === SPREADSHEET) return TIME_LIMITS.file;
  return endpoint.reads ? TIME_LIMITS.read : TIME_LIMITS.write;
}

/** Fails with status 0 when no answer comes in time, and tells the connection what was seen of the server. */
async function fetchInTime(address: string, request: RequestInit, limit: number, { signal }: CallOptions) {
  const ending = new AbortController();
  let hasTimedOut = false;
  let endWait = () => {};
  const giveUp = setTimeout(() => {
    hasTimedOut = true;
    ending.abort();
  }, limit);
  const slow = setTimeout(() => {
    endWait = reportWaiting();
  }, SLOW_MS);
  const cancel = () => ending.abort();
  signal?.addEventListener('abort', cancel);
  try {
    const response = await fetch(address, { ...request, signal: ending.signal });
    reportReached();
    return response;
  } catch (error) {
    if (signal?.aborted) throw new DOMException('The call was cancelled.', 'AbortError');
    reportUnreached();
    throw new ApiFailure(0, { message: error instanceof Error ? error.message : '', hasTimedOut });
  } finally {
    endWait();
    clearTimeout(slow);
    clearTimeout(giveUp);
    signal?.removeEventListener('abort', cancel);
  }
}

async function send(endpoint: Endpoint, input: unknown, accept: string, options: CallOptions): Promise<Response> {
  const body = bodyOf(endpoint, loosely(input));
  const headers = new Headers({ accept });
  if (typeof body === 'string') headers.set('content-type', 'application/json');
  if (bearer && endpoint.access !== 'guest') headers.set('authorization', `Bearer ${bearer}`);
  if (!endpoint.reads && !endpoint.secret) headers.set('idempotency-key', options.idempotencyKey ?? newId());
  const request: RequestInit = { method: endpoint.method, headers, ...(body === undefined ? {} : { body }) };
  const response = await fetchInTime(addressOf(endpoint, input), request, timeLimitOf(endpoint, accept), options);
  if (response.ok) return response;
  const answer = await response.json().catch(() => ({}));
  throw new ApiFailure(response.status, {
    ...answer,
    reference: answer.reference ?? response.headers.get('x-request-id') ?? undefined,
    needs: endpoint.access,
  });
}

/** Calls an endpoint of the contract and answers what stands under `data`. */
export async function call<E extends Endpoint>(
  endpoint: E,
  input?: CallInput<E>,
  options: CallOptions = {},
): Promise<Answer<E>> {
  const response = await send(endpoint, input, 'application/json', options);
  const answer = await response.json().catch(() => {
    throw new ApiFailure(0);
  });
  return answer.data;
}

function fileNameOf(response: Response): string {
  const disposition = response.headers.get('content-disposition') ?? '';
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(disposition)?.[1];
  if (encoded) return decodeURIComponent(encoded);
  return /filename="?([^";]+)"?/i.exec(disposition)?.[1] ?? 'download.xlsx';
}

/** Calls an endpoint that answers a file, or asks a list for its spreadsheet. */
export async function download<E extends Endpoint>(
  endpoint: E,
  input?: CallInput<E>,
  options: CallOptions = {},
): Promise<Download> {
  const response = await send(endpoint, input, SPREADSHEET, options);
  return { blob: await response.blob(), fileName: fileNameOf(response) };
}

/** Hands a downloaded file to the browser. */
export function saveDownload({ blob, fileName }: Download) {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = fileName;
  link.click();
  // Safari reads the object after the click has returned.
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
