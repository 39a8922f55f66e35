import { api, type FulfilmentLine, MoveInput, type TaskKind, type WavePick, type WaveStop } from '@longshore/contract';
import type { Person } from './person.ts';

/** One step of a task, as somebody with a scanner does it; false when nothing is left that it can do. */
type Step = (person: Person, record: { id: number; label: string }) => Promise<boolean>;

/** What fits on a trolley. */
const UNITS_A_STEP = 24;

/** Serials and lots are read from the goods, which nobody has here. */
const canReceive = ({ quantity, fulfilled, inventory }: FulfilmentLine) =>
  fulfilled < quantity && !inventory.config.serial && !inventory.config.lot;
const canPick = ({ done, serial }: WavePick) => !done && !serial;

const receive: Step = async (person, { id }) => {
  const { shipment_lines } = await person.call(api.shipments.get, { params: { id } });
  const line = shipment_lines.find(canReceive);
  if (!line) return false;
  const quantity = Math.min(UNITS_A_STEP, line.quantity - line.fulfilled);
  await person.call(api.shipments.fulfilLine, { params: { id }, body: { lineId: line.id, quantity } });
  return true;
};

/** The task is done with its only step. */
const putAway: Step = async (person, { label: license }) => {
  const [bin] = await person.call(api.floor.putAway, { query: { license } });
  if (!bin) return false;
  await person.call(api.licenses.move, { body: { license, location: bin.location } });
  return true;
};

function nextPick(stops: readonly WaveStop[]): { place: string; pick: WavePick } | undefined {
  for (const { location, picks } of stops) {
    const pick = picks.find(canPick);
    if (pick) return { place: location || pick.license, pick };
  }
  return undefined;
}

const pick: Step = async (person, { id }) => {
  const { stops } = await person.call(api.waves.toPick, { params: { id } });
  const next = nextPick(stops);
  if (!next) return false;
  const { line_id, sku, tote, lot, quantity } = next.pick;
  const body = { line_id, place: next.place, item: sku, tote, lot, serial: '', quantity };
  await person.call(api.waves.pick, { params: { id }, body });
  return true;
};

const replenish: Step = async (person, { id }) => {
  const { face, brings, onto } = await person.call(api.faces.replenish, { params: { id } });
  const [bring] = brings;
  if (!bring) return false;
  const { license, lot_id: lotId, bring: qty } = bring;
  const plate = onto[0]?.license;
  if (bring.whole) await person.call(api.licenses.move, { body: { license, location: face.location } });
  else if (plate) {
    const { client_id, inventory_id } = face;
    const body = MoveInput.parse({ client_id, inventory_id, from_lp: license, to_lp: plate, qty, lotId });
    await person.call(api.stock.move, { body });
  }
  return bring.whole || plate !== undefined;
};

/** Finds what the sheet says. */
const count: Step = async (person, { id }) => {
  const query = { filter_by: { count_id: [String(id)], status: ['uncounted'] }, per_page: 10 };
  const { records } = await person.call(api.counts.lines, { query });
  const [line] = records;
  if (!line || line.on_hand === null) return false;
  const { inventory_id, license_id, lot_id, on_hand } = line;
  const body = { inventory_id, license_id, lot_id, quarantine: line.quarantine === 1, counted: on_hand };
  await person.call(api.counts.record, { params: { id }, body });
  return true;
};

/** What people of the demo do by themselves. */
export const STEPS: Record<TaskKind, Step> = { receive, put_away: putAway, pick, replenish, count };
