import type { EventKind } from '@longshore/contract';
import type { PlainKey } from '../../../lib/text/text.ts';

export const eventNames: Record<EventKind, PlainKey> = {
  'user.saved': 'operations.eventKinds.userSaved',
  'role.saved': 'operations.eventKinds.roleSaved',
  'company.saved': 'operations.eventKinds.companySaved',
  'courier.saved': 'operations.eventKinds.courierSaved',
  'settings.saved': 'operations.eventKinds.settingsSaved',
  'y3pl.message': 'operations.eventKinds.messagePublished',
  'mail.queued': 'operations.eventKinds.mailQueued',
  'job.retried': 'operations.eventKinds.jobRetried',
  'client.saved': 'operations.eventKinds.clientSaved',
  'webhook.queued': 'operations.eventKinds.webhookQueued',
  'order.created': 'operations.eventKinds.orderCreated',
  'shipment.created': 'operations.eventKinds.shipmentCreated',
  'shipment.saved': 'operations.eventKinds.shipmentSaved',
  'shipment.finished': 'operations.eventKinds.shipmentFinished',
  'shipment.voided': 'operations.eventKinds.shipmentVoided',
  'shipment.touched': 'operations.eventKinds.shipmentTouched',
  'print.requested': 'operations.eventKinds.printRequested',
  'billing_item.saved': 'operations.eventKinds.billingItemSaved',
  'billing_activity.saved': 'operations.eventKinds.billingActivitySaved',
  'billing_entry.saved': 'operations.eventKinds.billingEntrySaved',
  'billing_period.changed': 'operations.eventKinds.billingPeriodChanged',
  'billing_gaps.changed': 'operations.eventKinds.billingGapsChanged',
  'billing_run.started': 'operations.eventKinds.billingRunStarted',
  'billing_run.saved': 'operations.eventKinds.billingRunSaved',
  'upload.comment': 'operations.eventKinds.commentChanged',
  'upload.file': 'operations.eventKinds.fileChanged',
  'categories.saved': 'operations.eventKinds.categoriesSaved',
  'file.stored': 'operations.eventKinds.fileStored',
  'file.deleted': 'operations.eventKinds.fileDeleted',
  'import.started': 'operations.eventKinds.importStarted',
  'relation.saved': 'operations.eventKinds.relationSaved',
  'inventory.saved': 'operations.eventKinds.inventorySaved',
  'location.saved': 'operations.eventKinds.locationSaved',
  'inventory.moved': 'operations.eventKinds.inventoryMoved',
  'license.saved': 'operations.eventKinds.licenseSaved',
  'serial.saved': 'operations.eventKinds.serialSaved',
  'count.saved': 'operations.eventKinds.countSaved',
  'count.posting': 'operations.eventKinds.countPosting',
  'order.saved': 'operations.eventKinds.orderSaved',
  'order.cancelled': 'operations.eventKinds.orderCancelled',
  'order.processed': 'operations.eventKinds.orderProcessed',
};

/** Pages of records that can be linked by id. */
const pages: Partial<Record<string, (id: number) => string>> = {
  users: (id) => `/users/${id}/action/view`,
  clients: (id) => `/clients/${id}/action/view`,
  inventories: (id) => `/inventories/${id}/action/view`,
  serial_buckets: (id) => `/serials/${id}/action/view`,
  counts: (id) => `/counts/${id}/action/view`,
};

export const recordPage = (subject: string | undefined, id: number): string | undefined => pages[subject ?? '']?.(id);
