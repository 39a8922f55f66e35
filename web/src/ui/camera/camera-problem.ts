/** Why the camera does not scan; a sentence for each says what to do. */
export type CameraProblem = 'denied' | 'missing' | 'busy' | 'insecure' | 'noReader' | 'failed';

const PROBLEMS: Readonly<Record<string, CameraProblem>> = {
  NotAllowedError: 'denied',
  SecurityError: 'denied',
  NotFoundError: 'missing',
  OverconstrainedError: 'missing',
  // Another app or tab uses it.
  NotReadableError: 'busy',
  AbortError: 'busy',
};

/** The problem behind what the browser has thrown. */
export const problemOf = (error: unknown): CameraProblem =>
  PROBLEMS[(error as { name?: string } | undefined)?.name ?? ''] ?? 'failed';
