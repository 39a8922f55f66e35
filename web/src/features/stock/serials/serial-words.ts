import type { BucketState } from '@longshore/contract';
import type { PillStatus } from '../../../ui/status-pill.tsx';

export const bucketsPath = '/serials';
export const bucketPath = (id: number | 'new', action: 'view' | 'edit') => `${bucketsPath}/${id}/action/${action}`;

export const statePills: Record<BucketState, PillStatus> = {
  created: 'open',
  in_stock: 'in-warehouse',
  quarantined: 'attention',
  shipped: 'finished',
  disposed: 'disabled',
};
