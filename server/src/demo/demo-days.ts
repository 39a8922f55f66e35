import type { Clock } from '../platform/clock.ts';

export const HOUR = 3_600_000;
export const DAY = 24 * HOUR;
export const YEAR = 365;
/** Approximately the demo company's midnight: it works from eight to half past four. */
const MIDNIGHT = 8 * HOUR;

/** The start of a day in the company's time zone. */
export const midnightOf = (clock: Clock) => Math.floor((clock.now().getTime() - MIDNIGHT) / DAY) * DAY + MIDNIGHT;

/** The order with which a client's goods left on a day. */
export const outboundReference = (dayAgo: number) => `CO-${24_000 + YEAR - dayAgo}`;

/** The order with which they came. */
export const inboundReference = (dayAgo: number) => `VO-${1000 + YEAR - dayAgo}`;
