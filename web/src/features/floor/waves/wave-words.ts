import type { WaveShipment, WaveState } from '@longshore/contract';
import type { PillStatus } from '../../../ui/status-pill.tsx';
import type { TraceLabels } from '../../records/index.ts';

export const statePills: Record<WaveState, PillStatus> = {
  picking: 'processed',
  done: 'finished',
  void: 'cancelled',
};

export const shipmentPills: Record<WaveShipment['state'], PillStatus> = {
  picking: 'in-warehouse',
  picked: 'ready',
  left: 'attention',
};

export const cartTraceLabels: TraceLabels<'Cart'> = {
  cart: 'carts.cart',
  totes: 'carts.totes',
  max_weight: 'carts.maxWeight',
};

export const toteTraceLabels: TraceLabels<'Tote'> = { tote: 'totes.tote', note: 'totes.note' };
