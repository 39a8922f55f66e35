import { type Bring, codesOfScan, namesPlate, type Replenishment } from '@longshore/contract';

/** What was scanned towards the next plate. Nothing of it is lost by a scan that is refused. */
export interface HeldPlate {
  license: string;
  /** Null for what is proposed. */
  quantity: number | null;
}

export const NO_PLATE: HeldPlate = { license: '', quantity: null };

/** What is expected next: the plate in reserve, then the face. */
export type ReplenishStep =
  | { kind: 'done' }
  | { kind: 'plate'; bring: Bring }
  | { kind: 'face'; bring: Bring; units: number; isWhole: boolean };

export type WrongReplenish = 'plate' | 'face' | 'firstPlate' | 'tooMany' | 'noPlateThere';

export type ReplenishReading =
  | { kind: 'held'; held: HeldPlate }
  /** `to` is the plate that the units are moved onto; empty when the whole plate is put into the bin. */
  | { kind: 'bring'; bring: Bring; units: number; to: string }
  | { kind: 'refused'; wrong: WrongReplenish; code: string; expected: string };

type Of = Pick<Replenishment, 'face' | 'onto' | 'wanted'>;

const isSame = (one: string, other: string) => one !== '' && one.toLowerCase() === other.toLowerCase();
const namesBin = (code: string, location: string) => isSame(codesOfScan(code).location, location);

/** Units that were brought from a plate and that the proposals do not know yet. */
export interface Brought {
  license: string;
  units: number;
}

/** The proposals that are left when this was brought. */
export function bringsLeft({ wanted, brings }: Pick<Replenishment, 'wanted' | 'brings'>, brought: readonly Brought[]) {
  const unitsOf = (all: readonly Brought[]) => all.reduce((sum, { units }) => sum + units, 0);
  const missing = wanted - unitsOf(brought.filter(({ units }) => Number.isFinite(units)));
  if (missing <= 0) return [];
  return brings.flatMap((bring): Bring[] => {
    const taken = unitsOf(brought.filter(({ license }) => isSame(license, bring.license)));
    const units = bring.units - taken;
    if (units <= 0) return [];
    return [{ ...bring, units, bring: Math.min(units, missing), whole: bring.whole && units <= missing }];
  });
}

export function replenishStep(brings: readonly Bring[], held: HeldPlate): ReplenishStep {
  const bring = brings.find(({ license }) => isSame(license, held.license));
  if (bring) {
    const units = held.quantity ?? bring.bring;
    // A plate of which all is taken goes into the bin itself, unless other goods are on it as well.
    return { kind: 'face', bring, units, isWhole: bring.whole && units === bring.bring };
  }
  const [best] = brings;
  return best ? { kind: 'plate', bring: best } : { kind: 'done' };
}

const refused = (wrong: WrongReplenish, code: string, expected = ''): ReplenishReading => ({
  kind: 'refused',
  wrong,
  code,
  expected,
});

/** `24*` is how many units are taken of the plate. */
export function withUnits(brings: readonly Bring[], held: HeldPlate, quantity: number): ReplenishReading {
  const step = replenishStep(brings, held);
  if (step.kind === 'plate') return refused('firstPlate', String(quantity), step.bring.license);
  if (step.kind === 'face' && quantity > step.bring.units)
    return refused('tooMany', String(quantity), String(step.bring.units));
  return { kind: 'held', held: { ...held, quantity } };
}

function atFace({ face, onto }: Of, step: ReplenishStep & { kind: 'face' }, code: string): ReplenishReading {
  const { bring, units, isWhole } = step;
  const plate = onto.find((each) => namesPlate(code, each));
  if (!plate && !namesBin(code, face.location)) return refused('face', code, face.location);
  if (isWhole) return { kind: 'bring', bring, units, to: '' };
  const to = plate ?? onto[0];
  return to ? { kind: 'bring', bring, units, to: to.license } : refused('noPlateThere', code, face.location);
}

/** What a code means: one of the proposed plates or its bin, then the face or a plate in it. */
export function readReplenish(of: Of, brings: readonly Bring[], held: HeldPlate, code: string): ReplenishReading {
  const step = replenishStep(brings, held);
  if (step.kind === 'done') return { kind: 'held', held };
  const plate =
    brings.find((each) => namesPlate(code, each)) ??
    (step.kind === 'plate' ? brings.find(({ location }) => namesBin(code, location)) : undefined);
  if (plate) {
    const isKept = isSame(plate.license, held.license);
    return { kind: 'held', held: isKept ? held : { license: plate.license, quantity: null } };
  }
  if (step.kind === 'face') return atFace(of, step, code);
  const isFace = namesBin(code, of.face.location) || of.onto.some((plate) => namesPlate(code, plate));
  return refused(isFace ? 'firstPlate' : 'plate', code, step.bring.license);
}
