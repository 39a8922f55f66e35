import {
  CARTON_ID_LENGTH,
  CONTAINERS_MAX,
  ContainerInput,
  cartonId,
  cartonOf,
  type FulfilmentLine,
  hasSides,
  isMeasured,
  messageWith,
  NOT_MEASURED,
  namesItem,
  type OwnCode,
  packAll,
  parseGs1,
  readOwnCode,
  type Shipment,
  type Sizes,
  ssccOf,
  tareOf,
  UNMEASURED,
} from '@longshore/contract';
import { z } from 'zod';

/** A carton while it is packed; without contents it is not saved. */
const Carton = ContainerInput.extend({
  /** Of a carton whose label was printed. */
  sscc: z.string().default(''),
  contents: z.array(ContainerInput.shape.contents.element),
  /** Its weight was entered, and is not computed from the contents. */
  isWeighed: z.boolean(),
  /** Weight of the empty package. */
  tare: z.number(),
});
export type Carton = z.output<typeof Carton>;
export type Content = Carton['contents'][number];
/** A scan that waits until somebody has said which package it goes into. */
const HeldScan = z.object({ kind: z.literal('scan'), text: z.string(), isScanned: z.boolean() });
export type HeldScan = z.output<typeof HeldScan>;

export const PackDraft = z.object({ cartons: z.array(Carton), held: z.array(HeldScan) });
export type PackDraft = z.output<typeof PackDraft>;

export const drawCartonId = () => cartonId(CARTON_ID_LENGTH, Math.random);

/** Sizes of a package, or of a carton that nobody has measured. */
export type Box = Sizes;
export const ownBox: Box = UNMEASURED;

export const newCarton = (id: string, box: Box): Carton => ({
  id,
  sscc: '',
  own_number: '',
  length: box.length,
  width: box.width,
  height: box.height,
  weight: box.weight,
  contents: [],
  isWeighed: false,
  tare: tareOf(box),
});

/**
 * The cartons that a shipment was saved with. Their weights are as they were entered. Older releases took ids of any
 * form: such a carton gets a new one.
 */
export const cartonsOf = ({ containers }: Shipment): Carton[] =>
  containers.map(({ shipment_lines: _, contents, ...carton }) => ({
    ...carton,
    id: ContainerInput.shape.id.safeParse(carton.id).success ? carton.id : drawCartonId(),
    contents: contents.reduce(withUnits, []),
    isWeighed: true,
    tare: 0,
  }));

/** Names a row of a carton: units of the same line and expiry are one row. */
export const contentKey = ({ lineId, expire }: Pick<Content, 'lineId' | 'expire'>) => `${lineId} ${expire ?? ''}`;

const sum = (numbers: readonly number[]) => numbers.reduce((all, one) => all + one, 0);
const contentsOf = (cartons: readonly Carton[]): Content[] => cartons.flatMap(({ contents }) => contents);

interface Packed {
  units: number;
  /** The cartons with some of them, by their numbers from 1. */
  numbers: number[];
}
const packedIn = new WeakMap<readonly Carton[], ReadonlyMap<number, Packed>>();

/** What is packed of each line, computed once for the same cartons: thousands of them are asked for every line. */
function packedByLine(cartons: readonly Carton[]): ReadonlyMap<number, Packed> {
  const known = packedIn.get(cartons);
  if (known) return known;
  const packed = new Map<number, Packed>();
  for (const [at, { contents }] of cartons.entries())
    for (const { lineId, quantity } of contents) {
      const line = packed.get(lineId) ?? { units: 0, numbers: [] };
      line.units += quantity || 0;
      if (line.numbers.at(-1) !== at + 1) line.numbers.push(at + 1);
      packed.set(lineId, line);
    }
  packedIn.set(cartons, packed);
  return packed;
}

export const packedOf = (cartons: readonly Carton[], lineId: number): number =>
  packedByLine(cartons).get(lineId)?.units ?? 0;

export const leftToPack = (line: FulfilmentLine, cartons: readonly Carton[]): number =>
  line.quantity - packedOf(cartons, line.id);

/** The cartons that hold units of the line, as ranges of their numbers: 1–3, 7. */
export function cartonsWith(cartons: readonly Carton[], lineId: number): string[] {
  const ranges: [first: number, last: number][] = [];
  for (const number of packedByLine(cartons).get(lineId)?.numbers ?? []) {
    const range = ranges.at(-1);
    if (range?.[1] === number - 1) range[1] = number;
    else ranges.push([number, number]);
  }
  return ranges.map(([first, last]) => (first === last ? String(first) : `${first}–${last}`));
}

/** Cartons that are shown together: a page of them is drawn at once after every scan. */
export const CARTONS_PER_PAGE = 25;

/** The page of a carton, from 1; the first one when there is no such carton. */
export const pageOfCarton = (cartons: readonly Carton[], id: string): number =>
  Math.floor(
    Math.max(
      0,
      cartons.findIndex((carton) => carton.id === id),
    ) / CARTONS_PER_PAGE,
  ) + 1;

/** The expiry of the units that are packed next: those of the fulfilments, in their order, less what is packed. */
export function expiryToPack(line: FulfilmentLine, cartons: readonly Carton[]): string | null {
  const packed = contentsOf(cartons).filter(({ lineId }) => lineId === line.id);
  const unitsOf = (expire: string | null) =>
    sum(packed.filter((one) => (one.expire || null) === expire).map((one) => one.quantity));
  const days = [...new Set(line.fulfillments.map(({ lots }) => lots.expire))];
  const fulfilledOf = (expire: string | null) =>
    sum(line.fulfillments.filter(({ lots }) => lots.expire === expire).map(({ quantity }) => quantity));
  return days.find((expire) => unitsOf(expire) < fulfilledOf(expire)) ?? days.at(-1) ?? null;
}

/** All units of a line in one carton, in a row for each expiry that was picked. */
export function putLineInto(carton: Carton, line: FulfilmentLine): Carton {
  const picked = line.fulfillments.map(({ quantity, lots }) => ({ lineId: line.id, quantity, expire: lots.expire }));
  const rows = picked.length ? picked : [{ lineId: line.id, quantity: line.quantity, expire: null }];
  return { ...carton, contents: rows.reduce(withUnits, carton.contents) };
}

/** The line of a shipment that has only one, while all of it is picked and nothing of it is packed. */
export function onlyLine(
  lines: readonly FulfilmentLine[],
  { cartons, held }: Pick<PackDraft, 'cartons' | 'held'>,
): FulfilmentLine | undefined {
  const [line, ...others] = lines;
  const isUntouched = cartons.length === 0 && held.length === 0;
  return isUntouched && others.length === 0 && line?.fulfilled === line?.quantity ? line : undefined;
}

const baseOf = ({ inventory }: FulfilmentLine) => inventory.uoms.find(({ pivot }) => pivot.is_base === 1)?.pivot;

/** The active package of a carton's sizes, which the carton does not name. */
export const packageOf = <Package extends Box & { is_active: unknown }>(
  packages: readonly Package[],
  carton: Box,
): Package | undefined =>
  hasSides(carton)
    ? packages.find(
        ({ is_active, length, width, height }) =>
          is_active && length === carton.length && width === carton.width && height === carton.height,
      )
    : undefined;

const volumeOf = ({ length, width, height }: Box) => length * width * height;

export interface Fill {
  /** Share of the carton's volume by content; all 0 when it cannot be told. */
  shares: { key: string; lineId: number; share: number }[];
  /** Undefined when the carton or an item in it is not measured. */
  full: number | undefined;
}

/** How full a carton is, by the volume of what is in it. */
export function fillOf(carton: Carton, lines: readonly FulfilmentLine[]): Fill {
  const boxes = carton.contents.map((content) => {
    const { lineId, quantity } = content;
    const line = lines.find(({ id }) => id === lineId);
    const base = line && baseOf(line);
    return {
      key: contentKey(content),
      lineId,
      quantity,
      volume: base && hasSides(base) ? volumeOf(base) * quantity : undefined,
    };
  });
  const isKnown = hasSides(carton) && boxes.every(({ volume }) => volume !== undefined);
  const units = sum(boxes.map(({ quantity }) => quantity));
  if (!isKnown)
    return {
      full: undefined,
      shares: boxes.map(({ key, lineId, quantity }) => ({ key, lineId, share: quantity / (units || 1) })),
    };
  const shares = boxes.map(({ key, lineId, volume = 0 }) => ({ key, lineId, share: volume / volumeOf(carton) }));
  return { full: sum(shares.map(({ share }) => share)), shares };
}

/** The weight of a carton: as entered, else its own and that of its contents, as far as they are measured. */
export function withWeight(carton: Carton, lines: readonly FulfilmentLine[]): Carton {
  if (carton.isWeighed) return carton;
  const weights = carton.contents.map(({ lineId, quantity }) => {
    const line = lines.find(({ id }) => id === lineId);
    const base = line && baseOf(line);
    return base && isMeasured(base) ? base.weight * quantity : 0;
  });
  const contents = sum(weights);
  const weight = contents > 0 ? Math.round((carton.tare + contents) * 1e4) / 1e4 : carton.tare || NOT_MEASURED;
  return weight === carton.weight ? carton : { ...carton, weight };
}

/** The contents with units added; units of the same line and expiry are one row. */
export function withUnits(contents: readonly Content[], added: Content): Content[] {
  const isSame = (one: Content) => contentKey(one) === contentKey(added);
  return contents.some(isSame)
    ? contents.map((one) => (isSame(one) ? { ...one, quantity: one.quantity + added.quantity } : one))
    : [...contents, added];
}

/** The contents with another quantity in one row; 0 or less removes it. */
export const withQuantity = (contents: readonly Content[], at: number, quantity: number): Content[] =>
  quantity <= 0
    ? contents.filter((_, place) => place !== at)
    : contents.map((one, place) => (place === at ? { ...one, quantity } : one));

/** The contents without units that were added to them; undefined when fewer are left there. */
export function withoutUnits(contents: readonly Content[], added: Content): Content[] | undefined {
  const at = contents.findIndex((one) => contentKey(one) === contentKey(added));
  const left = (contents[at]?.quantity ?? 0) - added.quantity;
  return left < 0 ? undefined : withQuantity(contents, at, left);
}

export const replaceCarton = (cartons: readonly Carton[], next: Carton): Carton[] =>
  cartons.map((carton) => (carton.id === next.id ? next : carton));

/** A carton without contents is not saved. */
const filledOf = (cartons: readonly Carton[]) => cartons.filter(({ contents }) => contents.length > 0);

/**
 * Packs what is not packed yet by the unit Carton or CTN; cartons that are packed stay. When there would be too many
 * cartons, nothing changes and `tooMany` is their number.
 */
export function packRest(cartons: readonly Carton[], lines: readonly FulfilmentLine[], drawId: () => string) {
  const rest = lines.map((line) => ({ ...line, quantity: Math.max(0, leftToPack(line, cartons)) }));
  const kept = filledOf(cartons);
  const { containers, unpacked, needed } = packAll(rest, drawId, CONTAINERS_MAX - kept.length);
  const added = containers.map((carton) => ({ ...carton, sscc: '', isWeighed: true, tare: 0 }));
  const isTooMany = kept.length + needed > CONTAINERS_MAX;
  return isTooMany
    ? { cartons, unpacked, tooMany: kept.length + needed }
    : { cartons: [...kept, ...added], unpacked, tooMany: 0 };
}

/** Too many cartons, and lines whose packed units are not those of the shipment, as the messages of the save. */
export const packProblems = (lines: readonly FulfilmentLine[], cartons: readonly Carton[]): string[] => [
  ...(filledOf(cartons).length > CONTAINERS_MAX ? [messageWith('TooManyCartons', CONTAINERS_MAX)] : []),
  ...lines
    .filter((line) => leftToPack(line, cartons) !== 0)
    .map(({ inventory }) => messageWith('PackedIsNotShipped', inventory.sku)),
];

/** Units that are not in a carton yet, and those that are in cartons beyond what is shipped. */
export function packBalance(lines: readonly FulfilmentLine[], cartons: readonly Carton[]) {
  const lefts = lines.map((line) => leftToPack(line, cartons));
  return {
    left: sum(lefts.filter((units) => units > 0)),
    over: -sum(lefts.filter((units) => units < 0)),
  };
}

/** What is saved. What is empty is left out, so that some thousands of cartons fit into a request. */
export const inputOf = ({ cartons }: Pick<PackDraft, 'cartons'>) => ({
  containers: filledOf(cartons).map(({ isWeighed: _, tare: __, sscc: ___, own_number, contents, ...carton }) => ({
    ...carton,
    ...(own_number ? { own_number } : {}),
    contents: contents.map(({ expire, ...content }) => (expire ? { ...content, expire } : content)),
  })),
});

/** What a scan on the packing screen means. */
export type PackScan =
  | { kind: 'carton'; id: string }
  | { kind: 'new' }
  | { kind: 'units'; line: FulfilmentLine; quantity: number; expire: string | null }
  | { kind: 'refused'; reason: 'notOnShipment' | 'allPacked' | 'tooMany' | 'noSuchCarton'; code: string; sku: string };

const same = (a: string, b: string) => a.trim().toLowerCase() === b.trim().toLowerCase();

export interface PackEntry {
  text: string;
  /** It came from the scanner: the number of a label is not that of a carton, unless it has one digit. */
  isScanned: boolean;
}

const cartonCalled = (cartons: readonly Carton[], code: string): Carton | undefined =>
  cartons.find(({ id, own_number }) => same(id, code) || (own_number !== '' && same(own_number, code)));

function cartonWithSscc(cartons: readonly Carton[], code: string): Carton | undefined {
  const scanned = ssccOf(code);
  return scanned === '' ? undefined : cartons.find(({ sscc }) => sscc === scanned);
}

/** The carton of this shipment that has the label; a label of before packing says its place among all. */
function labelledCarton(own: OwnCode, lines: readonly FulfilmentLine[], cartons: readonly Carton[]) {
  if (own.kind !== 'carton') return undefined;
  const { shipmentId, number } = cartonOf(own.id);
  if (!lines.some((line) => line.shipment_id === shipmentId)) return undefined;
  return cartonCalled(cartons, number) ?? (/^\d{1,4}$/.test(number) ? cartons[Number(number) - 1] : undefined);
}

type RefusalReason = (PackScan & { kind: 'refused' })['reason'];
const refuse = (reason: RefusalReason, code: string, sku = ''): PackScan => ({ kind: 'refused', reason, code, sku });

/** What names no item names a carton: by its label or SSCC, its id, its own number or its place among all. */
function readCarton(
  code: string,
  own: OwnCode | undefined,
  isScanned: boolean,
  lines: readonly FulfilmentLine[],
  cartons: readonly Carton[],
): PackScan {
  const carton = own
    ? labelledCarton(own, lines, cartons)
    : (cartonCalled(cartons, code) ?? cartonWithSscc(cartons, code));
  if (carton) return { kind: 'carton', id: carton.id };
  const isNumber = (isScanned ? /^[1-9]$/ : /^[1-9]\d{0,3}$/).test(code);
  if (!isNumber) return refuse('notOnShipment', code);
  const numbered = cartons[Number(code) - 1];
  return numbered ? { kind: 'carton', id: numbered.id } : refuse('noSuchCarton', code);
}

/**
 * `N` is a new carton, a typed number or a carton's id the carton, anything else an item; `24*` before it are 24 units.
 */
export function readPackScan(
  { text, isScanned }: PackEntry,
  lines: readonly FulfilmentLine[],
  cartons: readonly Carton[],
  thisYear: number,
): PackScan {
  const entry = text.trim();
  if (/^n$/i.test(entry)) return { kind: 'new' };
  const [, digits = '', rest = ''] = /^(\d{1,7})\s*[*×]\s*(.+)$/.exec(entry) ?? [];
  const code = rest || entry;
  const own = readOwnCode(code);
  const named = lines.filter(({ id, inventory: { sku, upc, barcode_1, barcode_2 } }) =>
    own?.kind === 'line' ? String(id) === own.id : namesItem(code, [sku, upc, barcode_1, barcode_2].filter(Boolean)),
  );
  const [first] = named;
  if (!first) return readCarton(code, own, isScanned, lines, cartons);
  const line = named.find((one) => leftToPack(one, cartons) > 0);
  if (!line) return refuse('allPacked', code, first.inventory.sku);
  const gs1 = parseGs1(code, thisYear);
  const quantity = Number(digits) || gs1?.count || 1;
  if (quantity > leftToPack(line, cartons)) return refuse('tooMany', String(quantity), line.inventory.sku);
  return { kind: 'units', line, quantity, expire: gs1?.expiry ?? expiryToPack(line, cartons) };
}
