import { timeSinceLastAnswer } from '../../lib/server-clock.ts';
import type { Translate } from '../../lib/text/text.ts';

/** The server refuses scans that are older than this. */
const HOURS_MAX = 24;
const HOUR_MS = 3_600_000;

/**
 * Why nothing may be scanned now; undefined when scanning is allowed. After so long without an answer of the server a
 * scan might be too old when it is sent: it is better to say so before the work is done.
 */
export const offlineTooLong = (t: Translate): string | undefined =>
  timeSinceLastAnswer() > HOURS_MAX * HOUR_MS ? t('onFloor.tooLong', { hours: HOURS_MAX }) : undefined;
