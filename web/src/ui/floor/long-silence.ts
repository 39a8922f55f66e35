import { silentFor } from '../../lib/server-clock.ts';
import type { Translate } from '../../lib/text/text.ts';

/** The server refuses what was scanned longer ago. */
const HOURS_MAX = 24;
const HOUR_MS = 3_600_000;

/**
 * Why nothing is scanned now; undefined when something may be. Without contact for longer than that a scan might be refused
 * when it is sent: better to say so before the work is done.
 */
export const longSilence = (t: Translate): string | undefined =>
  silentFor() > HOURS_MAX * HOUR_MS ? t('onFloor.tooLong', { hours: HOURS_MAX }) : undefined;
