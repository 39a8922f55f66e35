import { type Answer, callQuery, type Endpoint } from '@longshore/contract';
import {
  keepPreviousData,
  MutationCache,
  QueryCache,
  QueryClient,
  type UseMutationResult,
  type UseQueryResult,
  useMutation,
  useQuery,
} from '@tanstack/react-query';
import { useCallback, useRef } from 'react';
import { type ApiFailure, asFailure, type CallInput, call, type UntypedInput } from './call.ts';
import { onReconnect } from './connection.ts';
import { showFailure } from './failure.ts';
import { newId } from './new-id.ts';
import { endSession, onSessionChange, sessionState } from './session.ts';
import { fileIdentity, type KeptKeys, keysFor, noteKeysOf } from './unanswered.ts';

export {
  ApiFailure,
  asFailure,
  type CallInput,
  call,
  type Download,
  download,
  readLink,
  saveDownload,
} from './call.ts';

const RETRIED_STATUSES = new Set([0, 502, 503, 504]);

/** A read that hit its time limit carries a key; retrying it would take just as long. */
const isRetriable = ({ status, keys }: ApiFailure) => RETRIED_STATUSES.has(status) && !keys;

/** It is not known whether the write was done. */
export const isUnanswered = ({ status }: ApiFailure) => RETRIED_STATUSES.has(status);

function endSessionOn401(error: unknown) {
  if (asFailure(error).status === 401) endSession();
}

export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError: endSessionOn401 }),
  mutationCache: new MutationCache({ onError: endSessionOn401 }),
  defaultOptions: {
    queries: {
      staleTime: 5_000,
      retry: (count, error) => count < 2 && isRetriable(asFailure(error)),
      throwOnError: false,
      // While offline, queries would wait silently; failing lets the screen say so.
      networkMode: 'always',
    },
    // A write that could not be sent fails at once; it is never sent later in the background.
    mutations: { networkMode: 'always' },
  },
});

// The next user of this browser must not see cached data of the previous one.
let wasEnded = false;
onSessionChange(() => {
  const current = sessionState();
  if (current.phase === 'guest') queryClient.clear();
  const isEnded = current.phase === 'user' && current.isEnded === true;
  // Reads that failed while the user was signed out are made again.
  if (wasEnded && current.phase === 'user' && !isEnded) void queryClient.invalidateQueries();
  wasEnded = isEnded;
});

// Cached data may be stale after an outage.
onReconnect(() => void queryClient.invalidateQueries());

/** Path, then parameters, then query, so that a key prefix matches everything below it. */
export function keyOf<E extends Endpoint>(endpoint: E, input?: CallInput<E>): readonly unknown[] {
  if (!input) return [endpoint.path];
  const key: unknown[] = [endpoint.path, input.params ?? {}];
  if (input.query || input.body) key.push(callQuery(endpoint, input), input.body ?? null);
  return key;
}

export interface ReadOptions {
  /** The request is not made while false: a closed dialog, an id that is not known yet. */
  enabled?: boolean;
  /** Keeps showing the previous answer until the new one arrives; the default for lists. */
  keepPrevious?: boolean;
  staleTime?: number;
  /** How long an unused answer stays in the cache; 0 for large or short-lived ones. */
  gcTime?: number;
  refetchInterval?: number | false;
  /** For a call that reads and also counts itself, such as a print: repeated under one key it counts once. */
  idempotencyKey?: string;
}

/** Query options of a read, shared by components, loaders and prefetching. */
export function readOf<E extends Endpoint>(endpoint: E, input?: CallInput<E>, idempotencyKey?: string) {
  return {
    queryKey: keyOf(endpoint, input ?? {}),
    queryFn: ({ signal }: { signal: AbortSignal }) => call(endpoint, input, { signal, idempotencyKey }),
  };
}

export function useRead<E extends Endpoint>(
  endpoint: E,
  input?: CallInput<E>,
  options: ReadOptions = {},
): UseQueryResult<Answer<E>, ApiFailure> {
  const { keepPrevious = endpoint.list !== undefined, idempotencyKey, ...rest } = options;
  return useQuery<Answer<E>, ApiFailure>({
    ...readOf(endpoint, input, idempotencyKey),
    ...rest,
    ...(keepPrevious ? { placeholderData: keepPreviousData } : {}),
  } as Parameters<typeof useQuery<Answer<E>, ApiFailure>>[0]);
}

/** Fetches before the click, on hover and focus. */
export function prefetch<E extends Endpoint>(endpoint: E, input?: CallInput<E>): void {
  void queryClient.prefetchQuery(readOf(endpoint, input));
}

/** What was read from an endpoint with this input; undefined when nothing was. */
export const remembered = <E extends Endpoint>(endpoint: E, input: CallInput<E>): Answer<E> | undefined =>
  queryClient.getQueryData(keyOf(endpoint, input));

/**
 * Puts an answer into the cache, so that the screen after a save needs no second call. A read that is under way may be
 * older than the answer: it is dropped and made again.
 */
export function remember<E extends Endpoint>(endpoint: E, input: CallInput<E>, answer: Answer<E>): void {
  const of = { queryKey: keyOf(endpoint, input), exact: true };
  const isReading = queryClient.isFetching(of) > 0;
  if (isReading) void queryClient.cancelQueries(of);
  queryClient.setQueryData(of.queryKey, answer);
  if (isReading) void queryClient.invalidateQueries(of);
}

/** Invalidates everything read from an endpoint (with these params, when given); active queries are fetched again. */
export function refresh<E extends Endpoint>(endpoint: E, input?: CallInput<E>): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: keyOf(endpoint, input) });
}

export interface WriteOptions<E extends Endpoint> {
  /** Runs before the mutation resolves: remember and refresh what changed here. */
  onSuccess?: (answer: Answer<E>, input: CallInput<E>) => unknown;
  /** Called with the share of an upload that was sent, from 0 to 1. */
  onProgress?: (share: number) => void;
  /**
   * Asked when the call starts: stops it. The write may have been done, so that its key is kept as without an answer.
   */
  signal?: () => AbortSignal;
  /** Return true when the failure was handled (a form shows its own 422); otherwise it becomes a toast. */
  onFailure?: (failure: ApiFailure, input: CallInput<E>) => boolean | undefined;
}

/** The key of a write until it is answered: held by its component; of uploads and saved drafts also beyond it. */
function useUnansweredKey({ method, path }: Endpoint) {
  const last = useRef<{ text: string; key: string; kept: KeptKeys | undefined } | undefined>(undefined);
  return {
    take: (input: UntypedInput): string => {
      const { params, query, body, file } = input;
      const text = JSON.stringify([method, path, params, query, body, fileIdentity(file)]);
      const kept = keysFor(input);
      const key = (last.current?.text === text ? last.current.key : kept?.find(text)) ?? newId();
      last.current = { text, key, kept };
      // Before it is sent: the page may be gone before the answer arrives.
      kept?.keep(text, key);
      return key;
    },
    forget: () => {
      last.current?.kept?.forget(last.current.text);
      last.current = undefined;
    },
  };
}

/**
 * A write. Submitting the same input again after a call without an answer reuses its idempotency key, so an order is
 * never placed twice because the response was lost. The same file chosen again is the same input.
 */
export function useWrite<E extends Endpoint>(
  endpoint: E,
  options: WriteOptions<E> = {},
): UseMutationResult<Answer<E>, ApiFailure, CallInput<E>> {
  const unanswered = useUnansweredKey(endpoint);
  const mutation = useMutation<Answer<E>, ApiFailure, CallInput<E>>({
    mutationFn: async (input) => {
      const idempotencyKey = unanswered.take(input);
      const signal = options.signal?.();
      const send = () => call(endpoint, input, { idempotencyKey, signal, onProgress: options.onProgress });
      // The response may have been lost: repeating the call with the same key returns the stored result. A file takes
      // long, so that its user decides.
      const answer = await send().catch((error) => {
        const { status, hasTimedOut } = asFailure(error);
        if (status !== 0 || hasTimedOut || input.file || endpoint.secret || signal?.aborted) throw error;
        return send();
      });
      unanswered.forget();
      return answer;
    },
    onSuccess: (answer, input) => options.onSuccess?.(answer, input),
    onError: (error, input) => {
      const failure = asFailure(error);
      if (!isUnanswered(failure)) unanswered.forget();
      if (!options.onFailure?.(failure, input)) showFailure(failure);
    },
  });
  const { mutateAsync: send } = mutation;
  const mutateAsync: typeof send = useCallback((input, then) => send(noteKeysOf(input), then), [send]);
  return { ...mutation, mutateAsync };
}
