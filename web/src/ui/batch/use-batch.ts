import { useState } from 'react';
import { type ApiFailure, asFailure } from '../../lib/api.ts';

/** Records sent in one call by default: few enough that the progress bar moves. */
const AT_ONCE = 5;

export interface BatchState<Result> {
  done: number;
  results: Result[];
  /** Why the rest was not sent. */
  stopped?: ApiFailure;
}

interface BatchWork<Result> {
  /**
   * Does it for some of the records, each on its own, and answers what came of each, or only which could not be done.
   */
  send: (ids: number[]) => Promise<Result[]>;
  /** Afterwards, also when a call failed as a whole. */
  onOver: () => void;
}

/** Sends the records in small calls, one after the other, and stops at a call that fails as a whole. */
export function useBatch<Result>(ids: readonly number[], atOnce = AT_ONCE) {
  const [state, setState] = useState<BatchState<Result>>();
  const run = async ({ send, onOver }: BatchWork<Result>) => {
    let now: BatchState<Result> = { done: 0, results: [] };
    setState(now);
    try {
      for (let at = 0; at < ids.length; at += atOnce) {
        const some = ids.slice(at, at + atOnce);
        const results = await send(some);
        now = { done: now.done + some.length, results: [...now.results, ...results] };
        setState(now);
      }
    } catch (error) {
      setState({ ...now, stopped: asFailure(error) });
    }
    onOver();
  };
  const isOver = state !== undefined && (state.done === ids.length || state.stopped !== undefined);
  return { state, isOver, run };
}
