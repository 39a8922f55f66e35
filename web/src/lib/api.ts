import type { Answer, Endpoint } from '@longshore/contract';
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
import { useRef } from 'react';
import { type ApiFailure, asFailure, type CallInput, call, newId, queryTextOf } from './call.ts';
import { onReconnect } from './connection.ts';
import { showFailure } from './failure.ts';
import { endSession, onSessionChange, sessionState } from './session.ts';

export { ApiFailure, asFailure, type CallInput, call, type Download, download, saveDownload } from './call.ts';

const RETRIED = new Set([0, 502, 503, 504]);

/** A read past its time limit says so by a key, and would take as long again. */
const isRetried = ({ status, keys }: ApiFailure) => RETRIED.has(status) && !keys;

function leaveWhenUnauthenticated(error: unknown) {
  if (asFailure(error).status === 401) endSession();
}

export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError: leaveWhenUnauthenticated }),
  mutationCache: new MutationCache({ onError: leaveWhenUnauthenticated }),
  defaultOptions: {
    queries: {
      staleTime: 5_000,
      retry: (count, error) => count < 2 && isRetried(asFailure(error)),
      throwOnError: false,
      // Waiting silently for a connection is worse than saying that there is none.
      networkMode: 'always',
    },
    // A write that could not be sent fails now and visibly; it is never sent later behind somebody's back.
    mutations: { networkMode: 'always' },
  },
});

// The next user of this browser must not see a single row of the last one's.
onSessionChange(() => {
  if (sessionState().phase === 'guest') queryClient.clear();
});

// What is on screen may be old by now.
onReconnect(() => void queryClient.invalidateQueries());

/** Path, then parameters, then query: a prefix of the key names everything below it. */
export function keyOf<E extends Endpoint>(endpoint: E, input?: CallInput<E>): readonly unknown[] {
  if (!input) return [endpoint.path];
  const key: unknown[] = [endpoint.path, input.params ?? {}];
  if (input.query || input.body) key.push(queryTextOf(endpoint, input), input.body ?? null);
  return key;
}

export interface ReadOptions {
  /** Not asked while false: a dialog that is closed, an id that is not known yet. */
  enabled?: boolean;
  /** Shown until the first answer is there; lists keep their old rows by themselves. */
  keepPrevious?: boolean;
  staleTime?: number;
  /** How long an answer nobody shows is kept; 0 for what would be large or out of date. */
  gcTime?: number;
  refetchInterval?: number | false;
}

/** What a read is asked with, for components, loaders and prefetching alike. */
export function readOf<E extends Endpoint>(endpoint: E, input?: CallInput<E>) {
  return {
    queryKey: keyOf(endpoint, input ?? {}),
    queryFn: ({ signal }: { signal: AbortSignal }) => call(endpoint, input, { signal }),
  };
}

export function useRead<E extends Endpoint>(
  endpoint: E,
  input?: CallInput<E>,
  options: ReadOptions = {},
): UseQueryResult<Answer<E>, ApiFailure> {
  const { keepPrevious = endpoint.list !== undefined, ...rest } = options;
  return useQuery<Answer<E>, ApiFailure>({
    ...readOf(endpoint, input),
    ...rest,
    ...(keepPrevious ? { placeholderData: keepPreviousData } : {}),
  } as Parameters<typeof useQuery<Answer<E>, ApiFailure>>[0]);
}

/** Asks ahead of the click: on hover and focus. */
export function prefetch<E extends Endpoint>(endpoint: E, input?: CallInput<E>): void {
  void queryClient.prefetchQuery(readOf(endpoint, input));
}

/** Puts an answer where its readers look, so that the screen after a save needs no second call. */
export function remember<E extends Endpoint>(endpoint: E, input: CallInput<E>, answer: Answer<E>): void {
  queryClient.setQueryData(keyOf(endpoint, input), answer);
}

/** Marks everything read from an endpoint (with these params, when given) as out of date and asks again. */
export function refresh<E extends Endpoint>(endpoint: E, input?: CallInput<E>): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: keyOf(endpoint, input) });
}

export interface WriteOptions<E extends Endpoint> {
  /** Runs before the screen hears of the success: remember and refresh what changed here. */
  onSuccess?: (answer: Answer<E>, input: CallInput<E>) => unknown;
  /** Answer true when the failure is dealt with (a form shows its 422 itself); otherwise it becomes a toast. */
  onFailure?: (failure: ApiFailure, input: CallInput<E>) => boolean | undefined;
}

/**
 * A write. Submitting the same thing again after no answer came repeats it under the same idempotency key, so an
 * order is never placed twice because the network failed on the way back.
 */
export function useWrite<E extends Endpoint>(
  endpoint: E,
  options: WriteOptions<E> = {},
): UseMutationResult<Answer<E>, ApiFailure, CallInput<E>> {
  const unanswered = useRef<{ text: string; key: string } | undefined>(undefined);
  return useMutation<Answer<E>, ApiFailure, CallInput<E>>({
    mutationFn: async (input) => {
      const text = JSON.stringify([input.params, input.query, input.body]);
      const key = !input.file && unanswered.current?.text === text ? unanswered.current.key : newId();
      unanswered.current = { text, key };
      const send = () => call(endpoint, input, { idempotencyKey: key });
      // The answer may have been lost on the way back: asked once more, the server says what came of it.
      const answer = await send().catch((error) => {
        const { status, hasTimedOut } = asFailure(error);
        if (status !== 0 || hasTimedOut || input.file || endpoint.secret) throw error;
        return send();
      });
      unanswered.current = undefined;
      return answer;
    },
    onSuccess: (answer, input) => options.onSuccess?.(answer, input),
    onError: (error, input) => {
      const failure = asFailure(error);
      if (!RETRIED.has(failure.status)) unanswered.current = undefined;
      if (!options.onFailure?.(failure, input)) showFailure(failure);
    },
  });
}
