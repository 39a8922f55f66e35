import { formatListQuery, type Statement } from '@longshore/contract';
import { dayOf } from '../../../lib/format.ts';
import type { Translate } from '../../../lib/text/text.ts';

export const STATEMENTS = '/billing/statements';

/** Closed statements as the users of their client read them. */
export const CLIENT_STATEMENTS = '/statements';
export const clientStatementPath = (month: string) => `${CLIENT_STATEMENTS}/${month}`;

export const monthPath = (month: string) => `${STATEMENTS}/${month}`;
export const statementPath = (clientId: number, month: string) => `${STATEMENTS}/${clientId}/${month}`;

/** The entries of an activity and item in a month of a client. */
export const statementEntriesPath = (clientId: number, month: string, of: { activity_id: number; item_id: number }) =>
  `${statementPath(clientId, month)}/${of.activity_id}/${of.item_id}/on_page%3D1`;

/** What is not billed of a client. */
export const unbilledPath = (clientId: number) =>
  `/billing/unbilled/${encodeURIComponent(formatListQuery({ on_page: 1, filter_by: { client_id: [String(clientId)] } }))}`;

/** `2026-01` and -1 is `2025-12`. */
export function addMonths(month: string, count: number): string {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return new Date(Date.UTC(year, number - 1 + count, 1)).toISOString().slice(0, 7);
}

export const thisMonth = (timezone: string, now = new Date()): string => dayOf(now, timezone).slice(0, 7);

/** The first day of a month, for formats. */
export const firstDay = (month: string): string => `${month}-01`;

/** What the lines lack of the subtotal, in the few months in which they do not add up to it; else empty. */
export const roundingText = ({ rounding }: Statement, t: Translate, money: (amount: number) => string): string =>
  rounding ? `${t('billing.statement.rounding')} ${money(rounding)}` : '';
