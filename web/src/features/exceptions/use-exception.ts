import { api, type ExceptionAction, endpoint } from '@longshore/contract';
import { useMemo } from 'react';
import { z } from 'zod';
import { call, refresh, useWrite } from '../../lib/api.ts';

/** Everything that shows exceptions or counts them. */
export const refreshExceptions = () =>
  Promise.all([
    refresh(api.exceptions.overview),
    refresh(api.exceptions.list),
    refresh(api.exceptions.get),
    refresh(api.dashboard.counters),
  ]);

export const useOwn = () => useWrite(api.exceptions.own, { onSuccess: refreshExceptions });

export const useSnooze = (onDone: (until: string | null) => void) =>
  useWrite(api.exceptions.snooze, {
    onSuccess: async ({ snoozed_until }) => {
      await refreshExceptions();
      onDone(snoozed_until);
    },
  });

/** The call that an exception names, as an endpoint. The server has already decided whether the user may make it. */
export function useNamedCall(named: NonNullable<ExceptionAction['call']>) {
  const { method, path } = named;
  return useMemo(() => endpoint({ method, path, access: 'user', summary: '', response: z.unknown() }), [method, path]);
}

/** What a call begins often goes on in a job: the order that was accepted is placed a moment later. */
const LOOK_AGAIN_MS = [0, 500, 2_000];

/** Whether the cause is still there some seconds after something was done. */
export async function isStillOpen(id: number): Promise<boolean> {
  for (const wait of LOOK_AGAIN_MS) {
    if (wait) await new Promise((resolve) => setTimeout(resolve, wait));
    if (!(await call(api.exceptions.look, { params: { id } })).is_open) return false;
  }
  return true;
}
