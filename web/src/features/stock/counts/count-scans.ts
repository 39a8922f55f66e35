import {
  type CountFigureInput,
  type CountLine,
  type CountPlace,
  type CountPlaceLine,
  type Inventory,
  namesItem,
  namesPlate,
  parseGs1,
} from '@longshore/contract';

/** What is counted next: an item at a place, on the sheet or found there. */
export interface CountTarget {
  inventory_id: number;
  sku: string;
  name: string;
  license_id: number | null;
  license: string;
  lot_id: number | null;
  lot_number: string;
  quarantine: 0 | 1;
  /** The row of the sheet; undefined for goods that are not on it. */
  line: CountLine | undefined;
}

const same = (a: string, b: string) => a.trim().toLowerCase() === b.trim().toLowerCase();

export const targetOf = (line: CountLine): CountTarget => {
  const { inventory_id, sku, name, license_id, license, lot_id, lot_number, quarantine } = line;
  return { inventory_id, sku, name, license_id, license, lot_id, lot_number, quarantine, line };
};

/** The lot in a GS1 barcode chooses among the rows, when one of them has it. */
function ofScannedLot(targets: readonly CountTarget[], scan: string): readonly CountTarget[] {
  const lot = parseGs1(scan, new Date().getFullYear())?.lot;
  const fitting = lot ? targets.filter(({ lot_number }) => same(lot_number, lot)) : [];
  return fitting.length > 0 ? fitting : targets;
}

/** The rows of the place that a scan names; none when the item is not on the sheet here. */
export function targetsOnSheet(place: CountPlace, scan: string): readonly CountTarget[] {
  const lines = place.lines.filter(({ codes }) => namesItem(scan, codes));
  return ofScannedLot(lines.map(targetOf), scan);
}

/** Where goods that are not on the sheet may be: on each plate of the place, of each lot of the item. */
export function targetsForFound(place: CountPlace, item: Inventory, scan: string): readonly CountTarget[] {
  const isLoose = place.location === null && place.plates.length === 0;
  const plates = isLoose ? [{ id: null, license: '' }] : place.plates;
  const lots = item.config.lot === 1 ? item.lot_qty : [{ lot_id: null, lot_number: '' }];
  const targets = plates.flatMap(({ id, license }) =>
    lots.map(
      ({ lot_id, lot_number }): CountTarget => ({
        inventory_id: item.id,
        sku: item.sku,
        name: item.name,
        license_id: id,
        license,
        lot_id,
        lot_number,
        quarantine: 0,
        line: undefined,
      }),
    ),
  );
  return ofScannedLot(targets, scan);
}

/** Scanning a plate, by its number, its label or its SSCC, or a lot chooses among several targets. */
export function chosenBy(targets: readonly CountTarget[], code: string, place?: CountPlace): readonly CountTarget[] {
  const plate = place?.plates.find((each) => namesPlate(code, each));
  const isOnPlate = ({ license, license_id }: CountTarget) =>
    namesPlate(code, { license }) || (plate !== undefined && plate.id === license_id);
  const isOfLot = ({ lot_number }: CountTarget) => lot_number !== '' && same(lot_number, code);
  return targets.filter((target) => isOnPlate(target) || isOfLot(target));
}

/** A whole number of 0 or more; undefined when the text is none. */
export function readQuantity(text: string): number | undefined {
  const digits = text.trim();
  return /^\d{1,9}$/.test(digits) ? Number(digits) : undefined;
}

export const figureOf = (target: CountTarget, counted: number, countedAt: string, replace: 0 | 1): CountFigureInput => {
  const { inventory_id, license_id, lot_id, quarantine } = target;
  return { inventory_id, license_id, lot_id, quarantine, counted, counted_at: countedAt, replace };
};

const isSameRow = (a: CountTarget | CountLine, b: CountLine) =>
  a.inventory_id === b.inventory_id &&
  a.license_id === b.license_id &&
  a.lot_id === b.lot_id &&
  a.quarantine === b.quarantine;

/** The place with the row as the server answered it; a found one is added with its item's codes. */
export function withLine(place: CountPlace, line: CountLine): CountPlace {
  const isHere =
    place.plates.some(({ id }) => id === line.license_id) || (place.location === null && line.license_id === null);
  const known = place.lines.some((each) => isSameRow(each, line));
  if (!known && !isHere) return place;
  const added: CountPlaceLine = { ...line, codes: [line.sku] };
  const lines = place.lines.map((each) => (isSameRow(each, line) ? { ...line, codes: each.codes } : each));
  return { ...place, lines: known ? lines : [...lines, added] };
}

/** The place without a row whose figure was undone and that had been added by it. */
export const withoutLine = (place: CountPlace, lineId: number): CountPlace => ({
  ...place,
  lines: place.lines.filter(({ id }) => id !== lineId),
});

/** `24*` is the quantity of what is being counted; what follows it is scanned next. */
export function readCountEntry(text: string): { quantity: number | undefined; code: string } {
  const entry = text.trim();
  const [, digits, code = ''] = /^(\d{1,9})\s*[*×]\s*(.*)$/.exec(entry) ?? [];
  return digits === undefined ? { quantity: undefined, code: entry } : { quantity: Number(digits), code: code.trim() };
}
