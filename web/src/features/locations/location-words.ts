import type { TraceLabels } from '../records/index.ts';

export const locationTraceLabels: TraceLabels<'Location'> = {
  location: 'locations.location',
  type: 'locations.type',
  billing_category: 'locations.billingCategory',
  capacity_plates: 'locations.capacityPlates',
  capacity_volume: 'locations.capacityVolume',
  aisle: 'locations.inAisle',
  position: 'locations.position',
  side: 'locations.side',
  level: 'locations.levelOf',
};
