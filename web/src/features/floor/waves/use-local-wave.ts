import { api, type WavePickResult, type WaveShipmentTotes, type WaveToPick } from '@longshore/contract';
import { useEffect, useRef, useState } from 'react';
import { refresh, useRead } from '../../../lib/api.ts';
import { onAnswered, usePosted } from '../../../lib/outbox.ts';
import { keepWave, keptWave } from './kept-wave.ts';
import { withTotes } from './next-tote.ts';
import { commandOf, isOfWave } from './wave-commands.ts';
import { withPicked, withShort, withUndone } from './wave-left.ts';

/** What an answered command changes in the wave. */
function answered(wave: WaveToPick, command: ReturnType<typeof commandOf>, answer: unknown): WaveToPick {
  if (!command) return wave;
  if (command.kind === 'undo') return withUndone(wave, command.fulfillmentId);
  if (command.kind === 'tote' || command.kind === 'toteUndo') {
    const { tote, full_totes } = answer as WaveShipmentTotes;
    return withTotes(wave, command.toted.shipment_id, tote, full_totes);
  }
  const { fulfillments = [], state = wave.state } = answer as Partial<WavePickResult>;
  const next = command.kind === 'short' ? withShort(wave, command.made) : withPicked(wave, command.made, fulfillments);
  return { ...next, state };
}

/**
 * The wave as this device knows it: as it was last read, with the changes that were answered since. It is stored on the
 * device while it is picked, so that it can be finished without the network.
 */
export function useLocalWave(id: number) {
  const params = { id };
  const read = useRead(api.waves.toPick, { params }, { staleTime: 0, gcTime: 0 });
  const [wave, setWave] = useState(() => keptWave(id));
  const posted = usePosted().filter(({ record }) => isOfWave(record, id));
  const isBusy = posted.some(({ command: { state } }) => state === 'sending' || state === 'unsure');
  const seen = useRef(0);
  const wasBusy = useRef(false);
  useEffect(() => {
    if (!read.data || seen.current === read.dataUpdatedAt) return;
    seen.current = read.dataUpdatedAt;
    // The answer may or may not contain a command that is on its way: it is read again once that is answered.
    if (!isBusy) setWave(read.data);
  }, [read.data, read.dataUpdatedAt, isBusy]);
  useEffect(() => {
    if (wasBusy.current && !isBusy) void refresh(api.waves.toPick, { params: { id } });
    wasBusy.current = isBusy;
  }, [isBusy, id]);
  useEffect(
    () =>
      onAnswered((record, command, answer) => {
        if (!isOfWave(record, id)) return;
        setWave((before) => before && answered(before, commandOf({ command }), answer));
      }),
    [id],
  );
  useEffect(() => {
    if (wave) keepWave(wave);
  }, [wave]);
  return { wave, read, posted };
}
