import type { Answer, Endpoint } from '@longshore/contract';
import { useEffect, useState } from 'react';
import { type ApiFailure, asFailure, type CallInput, call } from '../../../lib/call.ts';

interface ReadState<E extends Endpoint> {
  data?: Answer<E>;
  error?: ApiFailure;
}

/** Reads an endpoint once. The public pages do without the query cache. */
export function useSingleRead<E extends Endpoint>(endpoint: E, input: CallInput<E>): ReadState<E> {
  const [state, setState] = useState<ReadState<E>>({});
  const text = JSON.stringify(input);
  useEffect(() => {
    const controller = new AbortController();
    call(endpoint, JSON.parse(text), { signal: controller.signal }).then(
      (data) => setState({ data }),
      (error: unknown) => {
        if (!controller.signal.aborted) setState({ error: asFailure(error) });
      },
    );
    return () => controller.abort();
  }, [endpoint, text]);
  return state;
}
