import type { LicenseRow } from '@longshore/contract';
import { TraceDialog } from '../../records/index.ts';
import { licenseTraceLabels } from './license-words.ts';

/** Changes of the plate; its previous bins are listed in its form. */
export function LicenseHistory({ plate, onClose }: { plate: LicenseRow; onClose: () => void }) {
  return (
    <TraceDialog
      traceableType="License"
      traceableId={plate.id}
      name={plate.license}
      fieldLabels={licenseTraceLabels}
      onClose={onClose}
    />
  );
}
