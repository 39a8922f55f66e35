import { asFailure } from './call.ts';
import { onReconnect } from './connection.ts';
import { openScans } from './kept-scans.ts';
import { readKeptSession } from './kept-session.ts';
import type { Session } from './session-facts.ts';

/**
 * The stored session that the floor starts with when the server does not answer, after the waiting scans were read;
 * undefined when nothing is stored.
 */
export async function readForStart(owner: string): Promise<Session | undefined> {
  const kept = await readKeptSession(owner).catch(() => undefined);
  if (kept) await openScans(owner);
  return kept;
}

interface Outcomes {
  end: () => void;
  renew: () => Promise<unknown>;
}

/** The late answer may still refuse the session; when there is none, the server is asked again once it is reachable. */
export function followBoot(booting: Promise<void>, { end, renew }: Outcomes): void {
  booting.catch((error) => {
    if (asFailure(error).status === 401) return end();
    const stop = onReconnect(() => {
      stop();
      void renew();
    });
  });
}
