import {
  type In,
  namesItem,
  namesPlate,
  parseGs1,
  readOwnCode,
  type WavePick,
  type WavePickInput,
  type WaveStop,
} from '@longshore/contract';
import { namesBin } from './wave-left.ts';

/** What was scanned towards the next pick. Nothing of it is lost by a scan that is refused. */
export interface Held {
  /** The bin or the plate, as scanned. */
  place: string;
  /** The item, as scanned; empty when a plate says what is taken. */
  item: string;
  /** Which of the picks of the stop is meant; empty for the first one. */
  pick: string;
  /** Null for all that is left of the pick. */
  quantity: number | null;
  serials: readonly string[];
}

export const NOTHING_HELD: Held = { place: '', item: '', pick: '', quantity: null, serials: [] };

interface AtPick {
  stop: WaveStop;
  pick: WavePick;
  /** Units that the next tote scan puts into the tote. */
  quantity: number;
}

/** What is expected next. */
export type PickStep = { kind: 'done' } | ({ kind: 'place' | 'item' | 'serial' | 'tote' } & AtPick);

export type PickBody = In<typeof WavePickInput>;

/** Why a scan was refused; with `first` something else is scanned before it. */
export type WrongScan =
  | 'place'
  | 'item'
  | 'lot'
  | 'tote'
  | 'serialTwice'
  | 'tooMany'
  | 'firstPlace'
  | 'firstItem'
  | 'firstSerial';

export type PickReading =
  | { kind: 'held'; held: Held }
  | { kind: 'picked'; pick: WavePick; bodies: PickBody[]; held: Held }
  | { kind: 'refused'; wrong: WrongScan; code: string; expected: string };

export const keyOfPick = ({ line_id, license_id, lot_id }: WavePick): string => `${line_id} ${license_id} ${lot_id}`;

/** Where the units are: the bin, or for goods in no bin their plate; empty for neither. */
export const placeOf = ({ location }: WaveStop, { license }: WavePick): string => location || license;

/** What is scanned for the item. */
export const codesOf = ({ sku, upc, barcodes }: WavePick): string[] => [sku, upc, ...barcodes].filter(Boolean);

/** Only the lot and the serial of GS1 data are of interest, not when the goods expire. */
const ANY_YEAR = 2000;
const gs1Of = (code: string) => (code ? parseGs1(code, ANY_YEAR) : undefined);

const isLotOf = (code: string, { lot }: WavePick): boolean => {
  const scanned = gs1Of(code)?.lot;
  return scanned === undefined || lot === '' || scanned.toLowerCase() === lot.toLowerCase();
};

const isThere = (place: string, stop: WaveStop, pick: WavePick): boolean =>
  placeOf(stop, pick) === '' || namesBin(place, stop.location) || namesPlate(place, pick);

/** The item of the pick was scanned, or its plate, which says what is on it. */
function isChosen({ place, item }: Held, stop: WaveStop, pick: WavePick): boolean {
  if (item !== '') return namesItem(item, codesOf(pick)) && isLotOf(item, pick);
  const onPlate = stop.picks.filter(({ license_id }) => license_id === pick.license_id);
  return namesPlate(place, pick) && onPlate.every(({ inventory_id }) => inventory_id === pick.inventory_id);
}

/** The next step at the first of the stops that are left, or at the one whose place was scanned. */
export function stepOf(stops: readonly WaveStop[], held: Held): PickStep {
  const stop = stops.find((each) => each.picks.some((pick) => placeOf(each, pick) && isThere(held.place, each, pick)));
  const at = stop ?? stops[0];
  if (!at) return { kind: 'done' };
  const there = at.picks.filter((pick) => isThere(held.place, at, pick));
  const choices = there.length > 0 ? there : at.picks;
  const meant = choices.find((pick) => keyOfPick(pick) === held.pick);
  // The same item goes on into the next tote without another scan of it.
  const pick = meant ?? choices.find((each) => isChosen(held, at, each)) ?? choices[0];
  if (!pick) return { kind: 'done' };
  const of = { stop: at, pick, quantity: Math.min(held.quantity ?? pick.quantity, pick.quantity) };
  if (!isThere(held.place, at, pick)) return { kind: 'place', ...of };
  if (!isChosen(held, at, pick)) return { kind: 'item', ...of };
  return pick.serial && held.serials.length < of.quantity ? { kind: 'serial', ...of } : { kind: 'tote', ...of };
}

/** The name of a tote, typed or from its label. */
export const nameOfTote = (code: string): string => {
  const own = readOwnCode(code);
  return own?.kind === 'tote' ? own.id : code.trim();
};
const namesTote = (code: string, { tote }: WavePick): boolean => nameOfTote(code).toLowerCase() === tote.toLowerCase();

/** A bin or a plate of the stop. */
function placeRead(step: AtPick, held: Held, code: string): PickReading | undefined {
  const { stop } = step;
  if (code.toLowerCase() === held.place.toLowerCase()) return { kind: 'held', held };
  const next: Held = { ...NOTHING_HELD, place: code, quantity: held.quantity };
  const onPlate = stop.picks.find((pick) => namesPlate(code, pick));
  if (onPlate) return { kind: 'held', held: { ...next, pick: keyOfPick(onPlate) } };
  return namesBin(code, stop.location) ? { kind: 'held', held: next } : undefined;
}

/** An item of the stop: that of the current pick, else another one that is taken there. */
function itemRead({ stop, pick }: AtPick, held: Held, code: string): PickReading | undefined {
  const named = [pick, ...stop.picks].filter(
    (each) => isThere(held.place, stop, each) && namesItem(code, codesOf(each)),
  );
  const [first] = named;
  if (!first) return undefined;
  const meant = named.find((each) => isLotOf(code, each));
  if (!meant) return refused('lot', gs1Of(code)?.lot ?? '', first.lot);
  const serial = gs1Of(code)?.serial;
  return {
    kind: 'held',
    held: {
      ...held,
      item: code,
      pick: keyOfPick(meant),
      serials: meant.serial && serial ? [serial] : [],
    },
  };
}

const refused = (wrong: WrongScan, code: string, expected = ''): PickReading => ({
  kind: 'refused',
  wrong,
  code,
  expected,
});

function serialRead({ pick }: AtPick, held: Held, code: string): PickReading {
  const serial = gs1Of(code)?.serial ?? code;
  if (held.serials.some((one) => one.toLowerCase() === serial.toLowerCase())) return refused('serialTwice', serial);
  return { kind: 'held', held: { ...held, pick: keyOfPick(pick), serials: [...held.serials, serial] } };
}

/** The units go into the tote; serials one by one. What is held stays for the next pick here. */
function picked({ pick, quantity }: AtPick, held: Held, tote: string): PickReading {
  const body: PickBody = { line_id: pick.line_id, place: held.place, item: held.item, tote, quantity };
  return {
    kind: 'picked',
    pick,
    bodies: pick.serial ? held.serials.map((serial) => ({ ...body, serial, quantity: 1 })) : [body],
    held: { ...held, pick: '', quantity: null, serials: [], ...(pick.serial ? { item: '' } : {}) },
  };
}

/** `24*` in front of a code, or alone, is how many of the current pick are taken. */
export function withQuantity(stops: readonly WaveStop[], held: Held, quantity: number): PickReading {
  const step = stepOf(stops, held);
  if (step.kind === 'done' || quantity <= step.pick.quantity) return { kind: 'held', held: { ...held, quantity } };
  return refused('tooMany', String(quantity), String(step.pick.quantity));
}

type OpenStep = Exclude<PickStep, { kind: 'done' }>;

const atPlace = ({ stop, pick }: AtPick, code: string): PickReading => {
  const isEarly = namesTote(code, pick) || namesItem(code, codesOf(pick));
  return refused(isEarly ? 'firstPlace' : 'place', code, placeOf(stop, pick));
};

function atSerial(step: AtPick, held: Held, code: string): PickReading {
  const { pick } = step;
  // Serials that were scanned may go into the tote before all are.
  if (namesTote(code, pick) && held.serials.length > 0) return picked(step, held, code);
  const isItem = gs1Of(code)?.serial === undefined && itemRead(step, held, code) !== undefined;
  return isItem || namesTote(code, pick) ? refused('firstSerial', code, pick.sku) : serialRead(step, held, code);
}

function atItem(step: AtPick, held: Held, code: string): PickReading {
  const wrong = namesTote(code, step.pick) ? 'firstItem' : 'item';
  return itemRead(step, held, code) ?? refused(wrong, code, step.pick.sku);
}

function atTote(step: AtPick, held: Held, code: string): PickReading {
  if (namesTote(code, step.pick)) return picked(step, held, code);
  return itemRead(step, held, code) ?? refused('tote', nameOfTote(code), step.pick.tote);
}

const READ: Record<OpenStep['kind'], (step: AtPick, held: Held, code: string) => PickReading> = {
  place: (step, _held, code) => atPlace(step, code),
  item: atItem,
  serial: atSerial,
  tote: atTote,
};

/** What a code means at the step where the person is. */
export function readPick(stops: readonly WaveStop[], held: Held, code: string): PickReading {
  const step = stepOf(stops, held);
  if (step.kind === 'done') return { kind: 'held', held };
  return placeRead(step, held, code) ?? READ[step.kind](step, held, code);
}
