import type { LotQuantity, PickingLocation, StockRow } from '@longshore/contract';

const FAR_AWAY = '9999-12-31';

/** The lots on hand, each with its units of all places; what expires first comes first. */
export function lotsIn(stock: readonly StockRow[]): LotQuantity[] {
  const lots = new Map<number, LotQuantity>();
  for (const { lot_id, lot_number, expire_date, quarantine, total } of stock) {
    if (lot_id === null) continue;
    const lot = lots.get(lot_id) ?? { lot_id, lot_number, expire_date, quantity: 0, quarantined: 0 };
    lot[quarantine ? 'quarantined' : 'quantity'] += total;
    lots.set(lot_id, lot);
  }
  const day = (lot: LotQuantity) => lot.expire_date ?? FAR_AWAY;
  return [...lots.values()].sort((a, b) => day(a).localeCompare(day(b)) || a.lot_number.localeCompare(b.lot_number));
}

/** The picking bins that hold pristine units, by name, each with all of them. */
export function pickingLocationsIn(stock: readonly StockRow[]): PickingLocation[] {
  const bins = new Map<number, PickingLocation>();
  for (const { locations, quarantine, total } of stock) {
    if (quarantine) continue;
    for (const location of locations) {
      if (location.type !== 'P') continue;
      const bin = bins.get(location.id) ?? { ...location, quantity: 0 };
      bins.set(location.id, { ...bin, quantity: bin.quantity + total });
    }
  }
  return [...bins.values()].sort((a, b) => a.location.localeCompare(b.location));
}
