import type { StockRow } from '@longshore/contract';

export interface ExpiringLot {
  id: number;
  number: string;
  expires: string;
  units: number;
}

/** The lots of pristine stock that expire, the next one first, each with all its units. */
export function expiringLots(rows: readonly StockRow[]): ExpiringLot[] {
  const lots = new Map<number, ExpiringLot>();
  for (const { lot_id: id, lot_number: number, expire_date: expires, quarantine, total } of rows) {
    if (id === null || !expires || quarantine) continue;
    lots.set(id, { id, number, expires, units: (lots.get(id)?.units ?? 0) + total });
  }
  return [...lots.values()].sort((a, b) => a.expires.localeCompare(b.expires) || a.number.localeCompare(b.number));
}

const DAY_MS = 86_400_000;

/** Whole days between two days of business; negative when the first is past. */
export const daysUntil = (day: string, today: string) => Math.round((Date.parse(day) - Date.parse(today)) / DAY_MS);
