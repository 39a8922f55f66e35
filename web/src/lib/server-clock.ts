/**
 * The server's time as this device knows it. The clock of a device may be wrong by a day, so two things are stored: its
 * difference from the server's clock, which every answer tells, and when the server last answered.
 */
const KEY = 'longshore-clock';
/** What is stored may be this much older than what is known in memory: not every answer has to be stored. */
const STORED_EVERY_MS = 30_000;

interface Heard {
  /** How much the server's clock is ahead of this device's. */
  ahead: number;
  /** When the server last answered, by its own clock. */
  at: number;
}

let heard: Heard | undefined;
let stored: Heard | undefined;

function readStored(): Heard | undefined {
  try {
    const { ahead, at } = JSON.parse(localStorage.getItem(KEY) ?? 'null') ?? {};
    return Number.isFinite(ahead) && Number.isFinite(at) ? { ahead, at } : undefined;
  } catch {
    return undefined;
  }
}

function known(): Heard | undefined {
  heard ??= readStored();
  return heard;
}

/** Records the time of an answer (its header `Date`, which has whole seconds). */
export function recordServerTime(date: string | null, clock = Date.now()): void {
  const at = Date.parse(date ?? '');
  if (Number.isNaN(at)) return;
  heard = { ahead: at - clock, at };
  const isNew = !stored || Math.abs(stored.ahead - heard.ahead) > STORED_EVERY_MS || at - stored.at > STORED_EVERY_MS;
  if (!isNew) return;
  stored = heard;
  try {
    localStorage.setItem(KEY, JSON.stringify(heard));
  } catch {
    // A private window: it is known only as long as the page is open.
  }
}

/**
 * The current time by the server's clock. Never before its last answer, which would be the result of a device clock
 * that was set back.
 */
export function serverNow(clock = Date.now()): number {
  const last = known();
  return last ? Math.max(last.at, clock + last.ahead) : clock;
}

/** The time since the server last answered, in milliseconds; 0 when it never did. */
export function timeSinceLastAnswer(clock = Date.now()): number {
  const last = known();
  return last ? Math.max(0, serverNow(clock) - last.at) : 0;
}

/** For tests: as if the page were loaded again on the same device. */
export function forgetServerTime(): void {
  heard = undefined;
  stored = undefined;
}

/** When the scans that are being sent were made, by their keys: `call` sends the time with them. */
const moments = new Map<string, number>();
export const scanTimeOf = (key: string): number | undefined => moments.get(key);
export const recordScanTime = (key: string, moment: number): void => void moments.set(key, moment);
export const forgetScanTime = (key: string): void => void moments.delete(key);
