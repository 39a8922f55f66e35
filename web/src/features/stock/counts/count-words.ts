import type { CountLineStatus, CountState } from '@longshore/contract';
import type { PillStatus } from '../../../ui/status-pill.tsx';

export const countsPath = '/counts';
export const countPath = (id: number, action: 'view' | 'count' = 'view') => `${countsPath}/${id}/action/${action}`;

export const statePills: Record<CountState, PillStatus> = {
  open: 'open',
  posting: 'processed',
  posted: 'finished',
  cancelled: 'cancelled',
};

export const statusPills: Record<CountLineStatus, PillStatus> = {
  uncounted: 'open',
  counted: 'processed',
  same: 'finished',
  over: 'attention',
  short: 'attention',
  recount: 'ready',
  posted: 'finished',
  refused: 'refused',
};

/** The tiles of a count; see `tileStatuses` for their rows. */
export const TILES = ['all', 'uncounted', 'same', 'differing', 'recount', 'refused'] as const;
export type Tile = (typeof TILES)[number];
/** The tiles that reveal nothing of the expected quantities. */
export const BLIND_TILES = ['all', 'uncounted'] as const satisfies readonly Tile[];

export const tileStatuses: Record<Tile, CountLineStatus[]> = {
  all: [],
  uncounted: ['uncounted'],
  same: ['same'],
  differing: ['over', 'short', 'posted'],
  recount: ['recount'],
  refused: ['refused'],
};
