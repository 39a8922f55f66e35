import { asFailure } from './call.ts';
import { onReconnect } from './connection.ts';
import { openScans } from './kept-scans.ts';
import { readKeptSession } from './kept-session.ts';
import type { Session } from './session-facts.ts';

/** What the floor starts with when the server does not answer, with the scans that wait; undefined when nothing is kept. */
export async function readForStart(owner: string): Promise<Session | undefined> {
  const kept = await readKeptSession(owner).catch(() => undefined);
  if (kept) await openScans(owner);
  return kept;
}

interface Outcomes {
  end: () => void;
  renew: () => Promise<unknown>;
}

/** The answer that did not come in time may refuse the session; without one the server is asked again when it is back. */
export function followBoot(booting: Promise<void>, { end, renew }: Outcomes): void {
  booting.catch((error) => {
    if (asFailure(error).status === 401) return end();
    const stop = onReconnect(() => {
      stop();
      void renew();
    });
  });
}
