import type { License } from '@longshore/contract';
import type { TraceLabels } from '../../records/index.ts';

/** The bin a plate is in; undefined while it is in none. */
export const binOf = ({ locations: [first] }: Pick<License, 'locations'>) =>
  first?.pivot.in_location === 1 ? first : undefined;

export const licenseTraceLabels: TraceLabels<'License'> = {
  license: 'licenses.license',
  client_id: 'licenses.client',
  uom_id: 'licenses.uom',
  length: 'licenses.length',
  width: 'licenses.width',
  height: 'licenses.height',
  weight: 'licenses.weight',
  bin: 'licenses.location',
};
