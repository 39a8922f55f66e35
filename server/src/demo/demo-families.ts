interface DemoUnit {
  uom: string;
  qty: number;
  weight: number;
  size: readonly [number, number, number];
}

export interface DemoItem {
  sku: string;
  name: string;
  upc: string;
  description: string;
  cost: number;
  barcode: string;
  custom: string;
  hs: string;
  origin: string;
  composition: string;
  lot: boolean;
  serial: boolean;
  active: boolean;
  categories: readonly string[];
  units: readonly DemoUnit[];
}

export interface DemoKit {
  sku: string;
  name: string;
  description: string;
  price: number;
  parts: Record<string, number>;
}

/** Items of one kind: their names are given, the rest is derived from their index, always the same. */
export interface Family {
  code: string;
  /** `code|name`, `code|name|origin|note` */
  things: readonly string[];
  /** `suffix|text|factor` */
  variants: readonly string[];
  cost: number;
  hs: string;
  composition: string;
  origin: string;
  categories: readonly string[];
  lot?: boolean;
  serial?: boolean;
  base: string;
  /** Of one base unit. */
  weight: number;
  size: readonly [number, number, number];
  carton: number;
  cartonsPerPallet: number;
}

const CARTON_AIR = 1.15;
const PALLET_HEIGHT = 145;
const CUBIC_METRE = 1_000_000;
export const round = (value: number, digits = 2) => Math.round(value * 10 ** digits) / 10 ** digits;

function unitsOf(family: Family, factor: number): DemoUnit[] {
  const side = Math.cbrt(factor);
  const [length, width, height] = family.size.map((edge) => round(edge * side, 1)) as [number, number, number];
  const weight = round(family.weight * factor);
  const perPallet = family.carton * family.cartonsPerPallet;
  const edge = round(Math.cbrt(length * width * height * family.carton * CARTON_AIR), 1);
  return [
    { uom: family.base, qty: 1, weight, size: [length, width, height] },
    { uom: 'Carton', qty: family.carton, weight: round(weight * family.carton + 0.3), size: [edge, edge, edge] },
    { uom: 'Pallet', qty: perPallet, weight: round(weight * perPallet + 22), size: [120, 100, PALLET_HEIGHT] },
    {
      uom: 'Cubic',
      qty: Math.max(1, Math.floor(CUBIC_METRE / (length * width * height))),
      weight: 1,
      size: [100, 100, 100],
    },
  ];
}

/** The check digit of a UPC is computed from the others. */
function upcOf(prefix: string, serial: number): string {
  const digits = `${prefix}${String(serial).padStart(5, '0')}`;
  const sum = [...digits].reduce((total, digit, at) => total + Number(digit) * (at % 2 ? 1 : 3), 0);
  return `${digits}${(10 - (sum % 10)) % 10}`;
}

interface Kind {
  family: Family;
  thing: string;
  variant: string;
}

function itemOf(prefix: string, maker: string, { family, thing, variant }: Kind, place: number): DemoItem {
  const [code = '', name = '', origin = '', note = ''] = thing.split('|');
  const [suffix = '', words = '', factor = '1'] = variant.split('|');
  // Some have no other units, or were never measured, which the screens must show.
  const units = unitsOf(family, Number(factor)).slice(0, place % 19 === 18 ? 1 : undefined);
  const isMeasured = place % 41 !== 24;
  return {
    sku: [prefix, family.code, code, suffix].filter(Boolean).join('-'),
    name: [name, words].filter(Boolean).join(', '),
    upc: place % 17 === 16 ? '' : upcOf(maker, 440 + place),
    description: place % 4 === 0 ? `${name}. ${family.composition}.` : '',
    cost: round(family.cost * Number(factor) * (1 + (place % 5) * 0.04)),
    barcode: place % 3 === 0 ? `${prefix}${code}${suffix}-26` : '',
    custom: note,
    hs: family.hs,
    origin: origin || family.origin,
    composition: family.composition,
    lot: family.lot ?? false,
    serial: family.serial ?? false,
    active: place % 23 !== 22,
    categories: family.categories,
    units: isMeasured ? units : units.map((unit) => ({ ...unit, size: [1, 1, 1] as const })),
  };
}

/** Every thing of a family in each of its variants. */
export function itemsOf(prefix: string, maker: string, families: readonly Family[]): DemoItem[] {
  const kinds = families.flatMap((family) =>
    family.things.flatMap((thing) => family.variants.map((variant): Kind => ({ family, thing, variant }))),
  );
  return kinds.map((kind, place) => itemOf(prefix, maker, kind, place));
}
