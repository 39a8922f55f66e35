import {
  type Access,
  api,
  formatListQuery,
  type GapDetails,
  type GapReason,
  type UnbilledRow,
} from '@longshore/contract';
import { useFormat } from '../../../lib/format.ts';
import { useText } from '../../../lib/text/text.ts';
import { inventoryPath } from '../../inventory/index.ts';
import { shipmentPath } from '../../records/index.ts';
import { ACTIVITIES, activityPath, ENTRIES, ITEMS, UNBILLED } from '../billing-words.ts';
import { newEntriesPath } from '../entries-query.ts';

type WhyNot = { reason: GapReason; details: GapDetails };

/** Why something is not billed, in a sentence. */
export function useGapReason(): (gap: WhyNot) => string {
  const t = useText();
  const format = useFormat();
  return ({ reason, details }) => {
    const { uom, units = 0, categories = [], charges = [], cost, charged, due, too_large } = details;
    if (too_large) return t('billing.unbilled.tooLarge');
    const named = categories.map((category) => category || t('billing.unbilled.noCategory')).join(', ');
    return [
      t(`billing.unbilled.why.${reason}`, { uom: uom || '–', units: format.number(units), categories: named }),
      charges.length > 0 && t('billing.unbilled.noCharge', { charges: charges.join(', ') }),
      charged !== undefined &&
        due !== undefined &&
        t('billing.unbilled.costDifference', {
          charged: format.money(charged),
          due: format.money(due),
          difference: format.money(due - charged),
        }),
      cost !== undefined && charged === undefined && t('billing.unbilled.unchargedCost', { cost: format.money(cost) }),
    ]
      .filter(Boolean)
      .join(' ');
  };
}

/** The same with the first SKUs. */
export function useGapWords(): (gap: WhyNot) => string {
  const t = useText();
  const whyOf = useGapReason();
  return ({ reason, details }) => {
    const { skus = [], places = [], more = 0 } = details;
    const why = whyOf({ reason, details });
    const named = [...skus.map(({ sku }) => sku), ...places.map(({ location }) => location)].join(', ');
    const others = more > 0 ? `, ${t('billing.unbilled.more', { count: more })}` : '';
    return named ? `${why} ${named}${others}` : why;
  };
}

/** The units and sizes of an item. */
export const uomPath = (itemId: number) => `${inventoryPath(itemId, 'view')}?tab=uom`;

/** The page of a shipment with its charges open. */
export const billPath = (direction: 'inbound' | 'outbound', id: number) => `${shipmentPath(direction, id)}?bill=1`;

const listOf = (path: string, query: object) =>
  `${path}/${encodeURIComponent(formatListQuery({ on_page: 1, ...query }))}`;

/** New entries of the row's activity for one of its shipments. */
export const chargePath = (row: UnbilledRow, shipment: UnbilledRow['named'][number] | undefined) =>
  newEntriesPath({
    client: row.client_id,
    activity: row.activity_id ?? undefined,
    reference: shipment?.name,
    billableId: shipment?.id,
    billableType: 'shipment',
    backTo: listOf(UNBILLED, {}),
  });

/** Where the cause of a row is corrected; who may go there. */
export function fixOf(row: UnbilledRow): { href: string; access: Access } | undefined {
  const [named] = row.named;
  const [sku] = row.details.skus ?? [];
  switch (row.reason) {
    case 'not_billed':
      return {
        href: listOf(`/f/${row.direction ?? 'outbound'}/default`, {
          filter_by: { status: ['Finished'], billed: ['0'], client_id: [String(row.client_id)] },
        }),
        access: api.shipments.list.access,
      };
    case 'no_uom':
    case 'no_size':
      return sku && { href: uomPath(sku.id), access: api.inventories.get.access };
    case 'unknown_uom':
      return { href: listOf(ITEMS, { search: row.item }), access: api.billingItems.list.access };
    case 'no_location':
      return {
        href: listOf('/licenses', { filter_by: { client_id: [String(row.client_id)] } }),
        access: api.licenses.list.access,
      };
    case 'no_cost':
      return {
        href: chargePath(row, named),
        access: api.billingEntries.create.access,
      };
    case 'cost_changed':
      return {
        href: listOf(ENTRIES, { search: named?.name, filter_by: { client_id: [String(row.client_id)] } }),
        access: api.billingEntries.list.access,
      };
    case 'no_category':
    case 'no_pallet':
    case 'no_rate':
      return row.activity_id === null
        ? {
            href: listOf(ACTIVITIES, { filter_by: { client_id: [String(row.client_id)] } }),
            access: api.billingActivities.list.access,
          }
        : { href: activityPath(row.activity_id, 'view'), access: api.billingActivities.get.access };
  }
}
