import { api, type MovedLicense, type SearchHit } from '@longshore/contract';
import { useEffect, useRef, useState } from 'react';
import { asFailure, keptCall } from '../../../lib/call.ts';
import { currentConnection } from '../../../lib/connection.ts';
import { refusalOf } from '../../../lib/failure.ts';
import { cancelPosted, onAnswered, type Posted, post, usePosted } from '../../../lib/outbox.ts';
import { silentFor } from '../../../lib/server-clock.ts';
import { useText } from '../../../lib/text/text.ts';
import { describeScan, lookUp } from '../../../ui/scan/look-up.ts';
import { playTone } from '../../../ui/scan/scan-tone.ts';
import { refreshLicenses } from './license-cache.ts';
import { readMove } from './move-scans.ts';

const SHOWN_MAX = 8;
const HOURS_MAX = 24;
const HOUR_MS = 3_600_000;

/** A plate that was moved, or is going to be. */
export interface Move {
  /** Of the command that is the newest about it. */
  key: string;
  license: string;
  location: string;
  at: number;
  state: 'waiting' | 'done' | 'undone';
  /** Where it was put and where it was; known from the answer. */
  moved?: MovedLicense;
}

const recordOf = (license: string) => `plate ${license.toLowerCase()}`;

/** What a code names; undefined when nobody can say, without a connection. */
async function hitsOf(code: string): Promise<SearchHit[] | undefined> {
  if (currentConnection().state === 'down') return undefined;
  try {
    return await lookUp(code);
  } catch (error) {
    if (asFailure(error).status === 0) return undefined;
    throw error;
  }
}

function useMoves() {
  const [moves, setMoves] = useState<readonly Move[]>([]);
  useEffect(
    () =>
      onAnswered((_record, { key }, answer) => {
        setMoves((before) =>
          before.map((move): Move => {
            if (move.key !== key) return move;
            // The answer to an undo says where the plate is now; that of a move, where it was as well.
            const moved = answer as Partial<MovedLicense>;
            return moved.has_moved === undefined
              ? { ...move, state: 'undone' }
              : { ...move, state: 'done', moved: moved as MovedLicense };
          }),
        );
        void refreshLicenses();
      }),
    [],
  );
  return { moves, setMoves };
}

/** Plates are moved by scanning a plate, then its bin, as fast as they come and also without a connection. */
export function useMove(href: string, startWith: string) {
  const t = useText();
  const [held, setHeld] = useState(startWith);
  const [refusal, setRefusal] = useState<{ step: number; code: string; why: string }>();
  const { moves, setMoves } = useMoves();
  const posted = usePosted();
  const latest = useRef(startWith);
  const order = useRef(Promise.resolve());
  const hold = (license: string) => {
    latest.current = license;
    setHeld(license);
  };
  const refuse = (code: string, why: string) => {
    playTone('bad');
    setRefusal((before) => ({ step: (before?.step ?? 0) + 1, code, why }));
  };
  const move = (license: string, location: string) => {
    const text = `${license} → ${location}`;
    const call = keptCall(api.licenses.move, { body: { license, location } });
    const key = post(recordOf(license), { call, code: license, text, href });
    const made: Move = { key, license, location, at: Date.now(), state: 'waiting' };
    setMoves((before) => [made, ...before].slice(0, SHOWN_MAX));
    hold('');
  };
  const read = async (code: string) => {
    // What waits longer would be refused: better to say so before the work is done.
    if (silentFor() > HOURS_MAX * HOUR_MS) return refuse(code, t('onFloor.tooLong', { hours: HOURS_MAX }));
    try {
      const hits = await hitsOf(code);
      const reading = readMove(code, latest.current, hits);
      if (reading.kind === 'refused') {
        const expected =
          reading.expected === 'plate'
            ? t('scan.expected.plate')
            : t('scan.expected.locationFor', { license: latest.current });
        return refuse(code, `${describeScan(code, hits ?? [], t)} ${expected}`);
      }
      playTone('good');
      setRefusal(undefined);
      if (reading.kind === 'move') move(reading.license, reading.location);
      else hold(reading.license);
    } catch (error) {
      refuse(code, refusalOf(asFailure(error), t));
    }
  };
  const undo = ({ key, license, location, moved }: Move) => {
    const waiting = posted.find(({ command }) => command.key === key);
    if (waiting?.command.state === 'waiting') return takeBack(waiting);
    const body = { from_id: moved?.locations[0]?.id ?? 0, to_id: moved?.moved_from?.id ?? null };
    const call = keptCall(api.licenses.moveBack, { params: { id: moved?.id ?? 0 }, body });
    const text = t('scan.undoOf', { what: `${license} → ${location}` });
    const undoKey = post(recordOf(license), { call, code: license, text, href });
    setMoves((before) => before.map((one) => (one.key === key ? { ...one, key: undoKey, state: 'waiting' } : one)));
  };
  const takeBack = (waiting: Posted) => {
    cancelPosted(waiting);
    setMoves((before) => before.map((one) => (one.key === waiting.command.key ? { ...one, state: 'undone' } : one)));
  };
  const stateOf = (key: string) => posted.find(({ command }) => command.key === key)?.command.state;
  return {
    held,
    refusal,
    moves: moves.map((one) => ({ ...one, pending: stateOf(one.key) })),
    /** Scans are read in the order in which they come. */
    scan: (code: string) => {
      order.current = order.current.then(() => read(code));
    },
    undo,
    letGo: () => hold(''),
    clear: () => setRefusal(undefined),
  };
}
export type MoveRun = ReturnType<typeof useMove>;
