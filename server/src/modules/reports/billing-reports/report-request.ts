import { type BillingReportName, Money, type ReportDays, type ServerText } from '@longshore/contract';
import type { ReportClient, ReportLine } from '../../../documents/billing/report-content.ts';
import { type Sql, sql } from '../../../platform/database/sql.ts';

/** What a report is read by. */
export interface ReportRequest extends ReportDays {
  name: BillingReportName;
  clients: readonly ReportClient[];
  zone: string;
  currency: string;
  t: ServerText;
  /** Writes a day in the reader's language. */
  day: (day: string) => string;
  /** One more is read, to know that there are too many. */
  rowsMax: number;
}

export const idsOf = ({ clients }: ReportRequest): number[] => clients.map(({ id }) => id);

/** An exact decimal as a whole number of ten-thousandths, of any size. */
export const tenThousandths = (value: Sql) => sql`trunc(${value} * 10000)::text`;
export const moneyOf = (units: string): Money => Money.ofUnits(BigInt(units));

/** The rows of each client, in the order of the clients; those without rows are left out. */
export function byClient<Row extends { client_id: number }>(
  { clients }: ReportRequest,
  rows: readonly Row[],
): { client: ReportClient; rows: Row[] }[] {
  const found = new Map<number, Row[]>();
  for (const row of rows) {
    const same = found.get(row.client_id);
    if (same) same.push(row);
    else found.set(row.client_id, [row]);
  }
  return clients.flatMap((client) => {
    const own = found.get(client.id);
    return own ? [{ client, rows: own }] : [];
  });
}

/** Rows that follow each other and have the same key. */
export function groupsOf<Row>(rows: readonly Row[], keyOf: (row: Row) => string): Row[][] {
  const groups: Row[][] = [];
  let last: string | undefined;
  for (const row of rows) {
    const key = keyOf(row);
    if (key === last) groups.at(-1)?.push(row);
    else groups.push([row]);
    last = key;
  }
  return groups;
}

export const sumOf = <Key extends string>(rows: readonly Record<Key, Money>[], key: Key): Money =>
  Money.sum(rows.map((row) => row[key]));

/** The sum of what the rows cost. */
export const amountLine = (label: string, rows: readonly { amount: Money }[]): ReportLine => ({
  kind: 'sum',
  label,
  sums: { amount: sumOf(rows, 'amount') },
});
