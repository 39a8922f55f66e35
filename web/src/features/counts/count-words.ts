import { type CountLineStatus, type CountState, formatListQuery } from '@longshore/contract';
import type { PillStatus } from '../../ui/status-pill.tsx';

export const countsPath = '/counts';
export const countPath = (id: number) => `${countsPath}/${id}/action/view`;

/** Plates have no page of their own: they are looked up in their list. */
export const platePath = (license: string) =>
  `/licenses/${encodeURIComponent(formatListQuery({ on_page: 1, search: license }))}`;

export const statePills: Record<CountState, PillStatus> = {
  open: 'open',
  posting: 'processed',
  posted: 'finished',
  cancelled: 'cancelled',
};

export const statusPills: Record<CountLineStatus, PillStatus> = {
  uncounted: 'open',
  same: 'finished',
  over: 'attention',
  short: 'attention',
  recount: 'ready',
  posted: 'finished',
  refused: 'refused',
};

/** The tiles of a count, each with the rows it stands for; no status means all. */
export const TILES = ['all', 'uncounted', 'same', 'differing', 'recount', 'refused'] as const;
export type Tile = (typeof TILES)[number];

export const tileStatuses: Record<Tile, CountLineStatus[]> = {
  all: [],
  uncounted: ['uncounted'],
  same: ['same'],
  differing: ['over', 'short', 'posted'],
  recount: ['recount'],
  refused: ['refused'],
};
