import type { Location } from '@longshore/contract';
import { useText } from '../../lib/text/text.ts';
import { TraceDialog } from '../records/index.ts';
import { locationTraceLabels } from './location-words.ts';

/** Formats the stored values of a bin's history. */
export function useLocationValue() {
  const t = useText();
  return (field: string, value: string) =>
    field === 'type' ? t(value === 'P' ? 'locations.types.P' : 'locations.types.S') : undefined;
}

export function LocationHistory({ location, onClose }: { location: Location; onClose: () => void }) {
  const formatValue = useLocationValue();
  return (
    <TraceDialog
      traceableType="Location"
      traceableId={location.id}
      name={location.location}
      fieldLabels={locationTraceLabels}
      formatValue={formatValue}
      onClose={onClose}
    />
  );
}
