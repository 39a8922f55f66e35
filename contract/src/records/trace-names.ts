/** Apart from the fields themselves, which name every schema: the screens that show a history need only these. */

/** What comments, files and categories leave in the history of any record. */
export const panelFields = ['file', 'category'] as const;
export type PanelField = (typeof panelFields)[number];

/** Fields that name the part of the record a trace is about; they have no value of their own. */
export const NAMING_FIELDS = [
  ...panelFields,
  ...([
    'address',
    'uom',
    'component',
    'lot_named',
    'role',
    'webhook',
    'courier',
    'tax',
    'term',
    'package',
    'line',
    'shipment',
  ] as const),
] as const;

/** What a trace can be about, as the server writes it; screens translate it. */
export const TRACE_SUBJECTS = [
  'Created',
  'Updated',
  'Address added',
  'Address updated',
  'Address deleted',
  'Comment added',
  'Comment deleted',
  'File added',
  'File deleted',
  'Category added',
  'Category removed',
  'UOM added',
  'UOM updated',
  'UOM removed',
  'UOMs imported',
  'Component added',
  'Component updated',
  'Component removed',
  'Components imported',
  'Lot updated',
  'Password set',
  'Profile updated',
  'API token made',
  'API token ended',
  'Role changed',
  'Webhook added',
  'Webhook updated',
  'Webhook deleted',
  'Courier added',
  'Courier saved',
  'Courier deleted',
  'Tax added',
  'Tax saved',
  'Tax deleted',
  'Term added',
  'Term saved',
  'Term deleted',
  'Package added',
  'Package saved',
  'Package deleted',
  'Unit added',
  'Unit saved',
  'Unit deleted',
  'Order cancelled',
  'Back-order cancelled',
  'Order cloned',
  'Shipment created',
] as const;
export type TraceSubject = (typeof TRACE_SUBJECTS)[number];
