import type { OfferedReport, ReportLink } from '@longshore/contract';
import { type ReportDays, reportDays } from '@longshore/contract';

/** What the fields of a report hold; the address of the screen has it too, so that it can be shared. */
export interface ReportFields {
  client: string;
  from: string;
  to: string;
  text: string;
  items: readonly ChosenItem[];
}

/** An item that the report is limited to. */
export interface ChosenItem {
  id: number;
  sku: string;
}

type Search = Record<string, unknown>;

const textIn = (search: Search, key: string) => {
  const value = search[key];
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
};

const DAY = /^\d{4}-\d\d-\d\d$/;
const ITEM = /^([1-9]\d{0,9})~(.+)$/;

function itemsIn(text: string): ChosenItem[] {
  return text.split(',').flatMap((part) => {
    const [, id, sku] = ITEM.exec(part) ?? [];
    return id && sku ? [{ id: Number(id), sku: decodeURIComponent(sku) }] : [];
  });
}

/** The days that a report begins with: last month, or today. */
function startDays({ dates }: OfferedReport, today: string): ReportDays {
  return dates === 'period' ? reportDays('last-month', today) : { from: today, to: today };
}

/** The fields as the address has them, completed with where one begins. */
export function fieldsOf(
  report: OfferedReport,
  search: Search,
  start: { client: string; today: string },
): ReportFields {
  const days = startDays(report, start.today);
  const dayIn = (key: string, otherwise: string) => (DAY.test(textIn(search, key)) ? textIn(search, key) : otherwise);
  return {
    client: textIn(search, 'client') || start.client,
    from: dayIn('from', days.from),
    to: dayIn('to', days.to),
    text: 'text' in search ? textIn(search, 'text') : (report.criteria?.default ?? ''),
    items: itemsIn(textIn(search, 'items')),
  };
}

/** The address of a report with its fields. */
export function addressOf({ name, dates, criteria }: OfferedReport, fields: ReportFields): string {
  const search = new URLSearchParams();
  if (fields.client) search.set('client', fields.client);
  if (dates === 'period') search.set('from', fields.from);
  if (dates !== 'none') search.set('to', fields.to);
  if (criteria && fields.text) search.set('text', fields.text);
  if (fields.items.length)
    search.set('items', fields.items.map(({ id, sku }) => `${id}~${encodeURIComponent(sku)}`).join(','));
  return `/reports/${name}?${search}`;
}

/** Whether the address says what to run, as one that was shared or bookmarked does. */
export const isComplete = (search: Search): boolean => ['client', 'to', 'text'].some((key) => key in search);

/** The address of the report that lists what is behind a figure of an item. */
export function detailsAddress(
  name: string,
  client: string,
  days: { from: string; to: string },
  item: ChosenItem,
): string {
  const search = new URLSearchParams({
    ...(client ? { client } : {}),
    ...days,
    items: `${item.id}~${encodeURIComponent(item.sku)}`,
  });
  return `/reports/${name}?${search}`;
}

/** The body of the call. */
export function bodyOf({ name, dates, items }: OfferedReport, fields: ReportFields, format: 'grid' | 'excel' | 'csv') {
  const { client, from, to, text } = fields;
  return {
    name,
    clientId: client === 'all' ? ('all' as const) : client ? Number(client) : null,
    from_date: dates === 'period' ? from : null,
    to_date: dates === 'none' ? null : to,
    text_criteria_1: text,
    params: items ? fields.items.map(({ id }) => id) : [],
    format,
  };
}

/** Where a cell leads. Shipments are shown to clients with their order. */
export function linkOf(to: ReportLink, id: string, isMain: boolean): string {
  const [first = '', second = '', third = ''] = id.split('/');
  switch (to) {
    case 'inventory':
      return `/inventories/${id}/action/view`;
    case 'order':
      return `/orders/${first}/${second}/action/view`;
    case 'shipment':
      return isMain ? `/f/${first}/${second}` : `/orders/${third}/shipment/${second}/view`;
    case 'license':
      return `/licenses/${id}/action/view`;
    case 'location':
      return `/locations/${id}/action/view`;
    case 'count':
      return `/counts/${id}/action/view`;
    case 'client':
      return `/clients/${id}/action/view`;
  }
}
