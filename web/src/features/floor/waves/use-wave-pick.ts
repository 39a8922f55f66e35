import type { WavePick, WaveToPick } from '@longshore/contract';
import { useRef, useState } from 'react';
import { type Posted, posted as postedNow } from '../../../lib/outbox.ts';
import { useText } from '../../../lib/text/text.ts';
import { offlineTooLong } from '../../../ui/floor/offline-too-long.ts';
import { readQuantityEntry } from '../../../ui/scan/quantity-entry.ts';
import { playTone } from '../../../ui/scan/scan-tone.ts';
import { readNextTote, withNextTote, withTotesBack } from './next-tote.ts';
import { type Held, NOTHING_HELD, type PickReading, readPick, stepOf, withQuantity } from './pick-steps.ts';
import {
  commandOf,
  isOfWave,
  postNextTote,
  postPick,
  postShort,
  type ShortLine,
  type ShortPick,
} from './wave-commands.ts';
import { missingLeft, stopsLeft } from './wave-left.ts';

interface Refusal {
  step: number;
  code: string;
  why: string;
}

/** What was made on this device and is not in the wave yet, with what was refused until a person gives it up. */
const madeOf = (posted: readonly Posted[]) =>
  posted.flatMap((each) => {
    const command = commandOf(each);
    return command && 'made' in command ? [{ ...command.made, isPick: command.kind === 'pick' }] : [];
  });

/** The wave with the next totes as they were named on this device. */
const withTotesOf = (wave: WaveToPick, posted: readonly Posted[]): WaveToPick =>
  posted.reduce((before, each) => {
    const command = commandOf(each);
    if (command?.kind === 'tote') return withNextTote(before, command.toted.shipment_id, command.toted.next);
    return command?.kind === 'toteUndo' ? withTotesBack(before, command.toted.shipment_id) : before;
  }, wave);

/** Picks a wave step by step: bin, item, tote. Each pick is a whole call in the outbox. */
export function useWavePick(read: WaveToPick, posted: readonly Posted[]) {
  const wave = withTotesOf(read, posted);
  const t = useText();
  const [held, setHeld] = useState(NOTHING_HELD);
  const [skipped, setSkipped] = useState<readonly string[]>([]);
  const [refusal, setRefusal] = useState<Refusal>();
  const [isFull, setFull] = useState(false);
  const made = madeOf(posted);
  const stops = stopsLeft(wave, made, skipped);
  const step = stepOf(stops, held);
  // The next scan may come before the next render.
  const latest = useRef(held);
  latest.current = held;
  const hold = (next: Held) => {
    latest.current = next;
    setHeld(next);
  };
  const stopsNow = () => {
    const now = postedNow().filter(({ record }) => isOfWave(record, read.id));
    return stopsLeft(withTotesOf(read, now), madeOf(now), skipped);
  };
  const refuse = (code: string, why: string) => {
    playTone('bad');
    setRefusal((before) => ({ step: (before?.step ?? 0) + 1, code, why }));
  };
  const take = (reading: PickReading) => {
    if (reading.kind === 'refused') {
      const { wrong, code, expected } = reading;
      return refuse(code, t(`onFloor.wave.wrong.${wrong}`, { code, expected }));
    }
    playTone('good');
    setRefusal(undefined);
    if (reading.kind === 'picked') for (const body of reading.bodies) postPick(t, wave, reading.pick, body);
    hold(reading.held);
  };
  /** The scan after *Tote full* names the tote that comes next. */
  const takeTote = (pick: WavePick, code: string) => {
    const reading = readNextTote(wave, pick, code);
    if ('wrong' in reading) return refuse(code, t(`onFloor.wave.wrong.${reading.wrong}`, reading));
    playTone('good');
    setRefusal(undefined);
    setFull(false);
    postNextTote(t, wave, pick, reading.next);
  };
  const scan = (text: string) => {
    const silence = offlineTooLong(t);
    if (silence) return refuse(text, silence);
    if (isFull && step.kind !== 'done') return takeTote(step.pick, text);
    const { quantity, code } = readQuantityEntry(text);
    const counted = quantity === null ? undefined : withQuantity(stopsNow(), latest.current, quantity);
    if (counted) take(counted);
    if (code && counted?.kind !== 'refused') take(readPick(stopsNow(), latest.current, code));
  };
  return {
    step,
    /** The tote of the step is full: the next scan names another one. */
    isFull: isFull && step.kind !== 'done',
    setFull,
    stops,
    held,
    refusal,
    picked: wave.picked + made.reduce((sum, { isPick, quantity }) => sum + (isPick ? quantity : 0), 0),
    /** With the totes as they are on this device. */
    wave,
    units: wave.units - made.reduce((sum, { isPick, quantity }) => sum + (isPick ? 0 : quantity), 0),
    scan,
    missing: missingLeft(wave, made),
    clear: () => setRefusal(undefined),
    skip: () => {
      if (step.kind === 'done') return;
      const { location } = step.stop;
      // Skipped a second time it comes after the others that were.
      setSkipped((before) => [...before.filter((each) => each !== location), location]);
      hold(NOTHING_HELD);
    },
    /** Of what no place has. */
    shortMissing: (line: ShortLine, short: ShortPick) => postShort(t, wave, line, short),
    short: (short: ShortPick) => {
      if (step.kind === 'done') return;
      postShort(t, wave, step.pick, short);
      hold({ ...held, pick: '', quantity: null, serials: [] });
    },
  };
}
export type WavePickRun = ReturnType<typeof useWavePick>;
