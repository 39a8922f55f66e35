import type { TraceLabels } from '../../records/index.ts';

export const licenseTraceLabels: TraceLabels<'License'> = {
  license: 'licenses.license',
  client_id: 'licenses.client',
  uom_id: 'licenses.uom',
  length: 'licenses.length',
  width: 'licenses.width',
  height: 'licenses.height',
  weight: 'licenses.weight',
};
