import { TRACE_SUBJECTS, TRACEABLE, type Traceable, traceFields } from '@longshore/contract';
import { screens as ch } from '@longshore/contract/text/ch/screens.ts';
import { screens as en } from '@longshore/contract/text/en/screens.ts';
import { describe, expect, test } from 'vitest';
import { userTraceLabels } from '../features/accounts/users/user-words.ts';
import { activityTraceLabels, entryTraceLabels, itemLabels } from '../features/billing/billing-words.ts';
import { integrationTraceLabels } from '../features/channels/integration-words.ts';
import { clientTraceLabels } from '../features/clients/client-words.ts';
import { companyTraceLabels } from '../features/company/company-words.ts';
import { cartTraceLabels, toteTraceLabels } from '../features/floor/waves/wave-words.ts';
import { inventoryTraceLabels } from '../features/inventory/inventory-words.ts';
import { locationTraceLabels } from '../features/locations/location-words.ts';
import { orderTraceLabels } from '../features/orders/order-words.ts';
import { panelTraceLabels, subjectLabels } from '../features/records/trace-words.ts';
import { relationTraceLabels } from '../features/relations/relation-words.ts';
import { shipmentTraceLabels } from '../features/shipments/shipment-trace-labels.ts';
import { licenseTraceLabels } from '../features/stock/plates/license-words.ts';

/** A new kind of record does not compile here until its history has labels. */
const labels: Record<Traceable, Record<string, string>> = {
  Relation: relationTraceLabels,
  Inventory: inventoryTraceLabels,
  User: userTraceLabels,
  Client: clientTraceLabels,
  Company: companyTraceLabels,
  License: licenseTraceLabels,
  Location: locationTraceLabels,
  Cart: cartTraceLabels,
  Tote: toteTraceLabels,
  Order: orderTraceLabels('Customer Order'),
  Shipment: shipmentTraceLabels,
  Integration: integrationTraceLabels,
  BillingItem: itemLabels,
  BillingActivity: activityTraceLabels,
  BillingEntry: entryTraceLabels,
};

type Texts = { [key: string]: string | Texts };
const textOf = (texts: Texts, key: string) =>
  key.split('.').reduce<string | Texts | undefined>((at, part) => (typeof at === 'object' ? at[part] : at), texts);

describe.each([
  ['English', en],
  ['Chinese', ch],
])('in %s', (_, texts) => {
  const expectText = (key: string | undefined, what: string) =>
    expect(typeof textOf(texts, key ?? 'missing'), what).toBe('string');

  test.each(TRACEABLE)('a %s and every field of its history has a label', (kind) => {
    expectText(`records.kinds.${kind}`, kind);
    const known = { ...panelTraceLabels, ...labels[kind] } as Record<string, string>;
    for (const field of traceFields[kind]) expectText(known[field], `${kind} ${field}`);
    expect(traceFields[kind].length).toBeGreaterThan(1);
  });

  test('every subject of a trace has a label', () => {
    for (const subject of TRACE_SUBJECTS) expectText(subjectLabels[subject], subject);
  });
});
