import { api, type Bring, type MovedLicense, MoveInput, type Replenishment } from '@longshore/contract';
import { useEffect, useRef, useState } from 'react';
import { refresh } from '../../lib/api.ts';
import { type KeptCall, keptCall } from '../../lib/call.ts';
import { moveBack } from '../../lib/move-back.ts';
import { onAnswered, type Posted, posted as postedNow, usePosted } from '../../lib/outbox.ts';
import { useText } from '../../lib/text/text.ts';
import { offlineTooLong } from '../../ui/floor/offline-too-long.ts';
import { useDone } from '../../ui/floor/use-done.ts';
import { readQuantityEntry } from '../../ui/scan/quantity-entry.ts';
import { playTone } from '../../ui/scan/scan-tone.ts';
import { replenishPath } from './floor-paths.ts';
import {
  type Brought,
  bringsLeft,
  type HeldPlate,
  NO_PLATE,
  type ReplenishReading,
  readReplenish,
  replenishStep,
  withUnits,
} from './replenish-steps.ts';
import { refreshWork } from './work-cache.ts';

/** The same record as in the screen that moves plates: commands about one plate are sent in order. */
const recordOf = (license: string) => `plate ${license.toLowerCase()}`;

interface BringCall {
  call: KeptCall;
  /** The call that undoes it, made from its answer. */
  backOf: (answer: unknown) => KeptCall | undefined;
}

function bringCall({ face }: Replenishment, { license, lot_id }: Bring, units: number, to: string): BringCall {
  if (to === '') {
    const call = keptCall(api.licenses.move, { body: { license, location: face.location } });
    return { call, backOf: (answer) => moveBack(answer as MovedLicense) };
  }
  const { client_id, inventory_id } = face;
  const move = (from_lp: string, to_lp: string) => {
    const part = { client_id, inventory_id, from_lp, to_lp, qty: units, lotId: lot_id };
    return keptCall(api.stock.move, { body: MoveInput.parse(part) });
  };
  return { call: move(license, to), backOf: () => move(to, license) };
}

/** What was brought from this screen: what waits, and what was answered since the proposals were read. */
function useBrought(replenishment: Replenishment, readAt: number) {
  const id = replenishment.face.id;
  const isOurs = ({ command: { input } }: Posted) => input.href === replenishPath(id);
  const posted = usePosted().filter(isOurs);
  const units = useRef(new Map<string, Brought>());
  const [answered, setAnswered] = useState<readonly Brought[]>([]);
  useEffect(() => {
    // They are in what was read now.
    if (readAt > 0) setAnswered([]);
  }, [readAt]);
  useEffect(
    () =>
      onAnswered((_record, { key, input }) => {
        if (input.href !== replenishPath(id)) return;
        const brought = units.current.get(key);
        if (brought) setAnswered((before) => [...before, brought]);
        void refresh(api.faces.replenish);
        void refreshWork();
      }),
    [id],
  );
  const of = (all: readonly Posted[]) =>
    all.filter(isOurs).map(({ command: { key, input } }) => units.current.get(key) ?? unknownUnits(input.code));
  return {
    posted,
    units: units.current,
    now: () => [...answered, ...of(postedNow())],
    shown: [...answered, ...of(posted)],
  };
}

/** After a reload only the plate is known: it is not proposed until it is answered. */
const unknownUnits = (license: string): Brought => ({ license, units: Number.POSITIVE_INFINITY });

/** Fills a picking face: a plate in reserve, then the face. Each is a whole call in the outbox. */
export function useReplenish(replenishment: Replenishment, readAt: number) {
  const t = useText();
  const [held, setHeld] = useState(NO_PLATE);
  const [refusal, setRefusal] = useState<{ step: number; why: string }>();
  const brought = useBrought(replenishment, readAt);
  const done = useDone();
  const latest = useRef(held);
  latest.current = held;
  const hold = (next: HeldPlate) => {
    latest.current = next;
    setHeld(next);
  };
  const refuse = (why: string) => {
    playTone('bad');
    setRefusal((before) => ({ step: (before?.step ?? 0) + 1, why }));
  };
  const bring = (of: Bring, units: number, to: string) => {
    const text = t('onFloor.replenish.brought', {
      units,
      sku: replenishment.face.sku,
      license: of.license,
      location: to || replenishment.face.location,
    });
    const { call, backOf } = bringCall(replenishment, of, units, to);
    const href = replenishPath(replenishment.face.id);
    const key = done.add(recordOf(of.license), { call, code: of.license, text, href }, backOf);
    brought.units.set(key, { license: of.license, units });
    hold(NO_PLATE);
  };
  const take = (reading: ReplenishReading) => {
    if (reading.kind === 'refused') {
      const { wrong, code, expected } = reading;
      return refuse(t(`onFloor.replenish.wrong.${wrong}`, { code, expected }));
    }
    playTone('good');
    setRefusal(undefined);
    if (reading.kind === 'bring') bring(reading.bring, reading.units, reading.to);
    else hold(reading.held);
  };
  const scan = (entry: string) => {
    const silence = offlineTooLong(t);
    if (silence) return refuse(silence);
    const { quantity, code } = readQuantityEntry(entry);
    const left = bringsLeft(replenishment, brought.now());
    const counted = quantity === null ? undefined : withUnits(left, latest.current, quantity);
    if (counted) take(counted);
    if (code && counted?.kind !== 'refused') take(readReplenish(replenishment, left, latest.current, code));
  };
  return {
    step: replenishStep(bringsLeft(replenishment, brought.shown), held),
    entries: done.entries,
    /** Of earlier visits, and still on this device. */
    left: brought.posted.filter(({ command }) => !done.entries.some(({ key }) => key === command.key)),
    refusal,
    scan,
    clear: () => setRefusal(undefined),
  };
}
export type ReplenishRun = ReturnType<typeof useReplenish>;
