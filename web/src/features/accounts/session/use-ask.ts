import type { Answer, Endpoint } from '@longshore/contract';
import { useEffect, useState } from 'react';
import { type ApiFailure, asFailure, type CallInput, call } from '../../../lib/call.ts';

interface Asked<E extends Endpoint> {
  data?: Answer<E>;
  error?: ApiFailure;
}

/** One read of a public page. These pages do without the query cache: each asks once. */
export function useAsk<E extends Endpoint>(endpoint: E, input: CallInput<E>): Asked<E> {
  const [asked, setAsked] = useState<Asked<E>>({});
  const text = JSON.stringify(input);
  useEffect(() => {
    const leaving = new AbortController();
    call(endpoint, JSON.parse(text), { signal: leaving.signal }).then(
      (data) => setAsked({ data }),
      (error: unknown) => {
        if (!leaving.signal.aborted) setAsked({ error: asFailure(error) });
      },
    );
    return () => leaving.abort();
  }, [endpoint, text]);
  return asked;
}
