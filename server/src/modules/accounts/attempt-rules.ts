/** Failed password attempts that one network may make in a minute. */
export const FAILURES_MAX = { account: 10, network: 100 };
export const WINDOW_SECONDS = 60;

export interface RecentFailure {
  email: string;
  age_seconds: number;
}

/** Seconds until the oldest failure that fills the limit leaves the window; 0 when below the limit. */
function waitFor(failures: RecentFailure[], max: number): number {
  const filling = failures[max - 1];
  return filling ? Math.max(1, Math.ceil(WINDOW_SECONDS - filling.age_seconds)) : 0;
}

/** Seconds before this account may be tried again, given the network's failures of the last minute, newest first. */
export function secondsToWait(failures: RecentFailure[], email: string): number {
  const ofAccount = failures.filter((failure) => failure.email === email);
  return Math.max(waitFor(ofAccount, FAILURES_MAX.account), waitFor(failures, FAILURES_MAX.network));
}
