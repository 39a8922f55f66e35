import type { PanelField, Traceable, TraceField, TraceSubject } from '@longshore/contract';
import type { PlainKey } from '../../lib/text/text.ts';

/** A label for every field that traces of a kind may contain, except those of the panels. */
export type TraceLabels<Kind extends Traceable> = Record<Exclude<TraceField<Kind>, PanelField>, PlainKey>;

export const panelTraceLabels = { file: 'records.file', category: 'records.categoryName' } as const satisfies Record<
  PanelField,
  PlainKey
>;

export const subjectLabels = {
  Created: 'records.subjects.created',
  Updated: 'records.subjects.updated',
  'Address added': 'records.subjects.addressAdded',
  'Address updated': 'records.subjects.addressUpdated',
  'Address deleted': 'records.subjects.addressDeleted',
  'Comment added': 'records.subjects.commentAdded',
  'Comment deleted': 'records.subjects.commentDeleted',
  'File added': 'records.subjects.fileAdded',
  'File deleted': 'records.subjects.fileDeleted',
  'Category added': 'records.subjects.categoryAdded',
  'Category removed': 'records.subjects.categoryRemoved',
  'UOM added': 'records.subjects.uomAdded',
  'UOM updated': 'records.subjects.uomUpdated',
  'UOM removed': 'records.subjects.uomRemoved',
  'UOMs imported': 'records.subjects.uomsImported',
  'Component added': 'records.subjects.componentAdded',
  'Component updated': 'records.subjects.componentUpdated',
  'Component removed': 'records.subjects.componentRemoved',
  'Components imported': 'records.subjects.componentsImported',
  'Lot updated': 'records.subjects.lotUpdated',
  'Password set': 'records.subjects.passwordSet',
  'Profile updated': 'records.subjects.profileUpdated',
  'API token made': 'records.subjects.tokenMade',
  'API token ended': 'records.subjects.tokenEnded',
  'Role changed': 'records.subjects.roleChanged',
  'Webhook added': 'records.subjects.webhookAdded',
  'Webhook updated': 'records.subjects.webhookUpdated',
  'Webhook deleted': 'records.subjects.webhookDeleted',
  'Courier added': 'records.subjects.courierAdded',
  'Courier saved': 'records.subjects.courierSaved',
  'Courier deleted': 'records.subjects.courierDeleted',
  'Tax added': 'records.subjects.taxAdded',
  'Tax saved': 'records.subjects.taxSaved',
  'Tax deleted': 'records.subjects.taxDeleted',
  'Term added': 'records.subjects.termAdded',
  'Term saved': 'records.subjects.termSaved',
  'Term deleted': 'records.subjects.termDeleted',
  'Package added': 'records.subjects.packageAdded',
  'Package saved': 'records.subjects.packageSaved',
  'Package deleted': 'records.subjects.packageDeleted',
  'Unit added': 'records.subjects.unitAdded',
  'Unit saved': 'records.subjects.unitSaved',
  'Unit deleted': 'records.subjects.unitDeleted',
  'Order cancelled': 'records.subjects.orderCancelled',
  'Back-order cancelled': 'records.subjects.backOrderCancelled',
  'Order cloned': 'records.subjects.orderCloned',
  'Shipment created': 'records.subjects.shipmentCreated',
  'Billing item priced': 'records.subjects.billingItemPriced',
  'Billing item removed': 'records.subjects.billingItemRemoved',
  'Billing entry removed': 'records.subjects.billingEntryRemoved',
} as const satisfies Record<TraceSubject, PlainKey>;
