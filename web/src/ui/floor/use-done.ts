import { useCallback, useEffect, useState } from 'react';
import type { KeptCall } from '../../lib/call.ts';
import { cancelPosted, onAnswered, type Packet, type Posted, post, usePosted } from '../../lib/outbox.ts';
import { type Translate, useText } from '../../lib/text/text.ts';
import type { ScanLogEntry } from '../scan/scan-log.tsx';

const SHOWN_MAX = 8;

/** The call that undoes a command, from the answer to it; undefined when there is nothing to undo. */
type BackOf = (answer: unknown) => KeptCall | undefined;

interface Done {
  /** The key of the newest command about it: of the command itself, later of the one that undoes it. */
  key: string;
  record: string;
  packet: Packet;
  at: number;
  state: 'waiting' | 'done' | 'undoing' | 'undone';
  backOf: BackOf;
  back?: KeptCall | undefined;
}

function answered(done: Done, answer: unknown): Done {
  if (done.state === 'undoing') return { ...done, state: 'undone' };
  return { ...done, state: 'done', back: done.backOf(answer) };
}

/**
 * What was done on a screen of the floor, newest first. A command is cancelled as long as it waits, and undone by
 * another call afterwards.
 */
export function useDone() {
  const t = useText();
  const [all, setAll] = useState<readonly Done[]>([]);
  const posted = usePosted();
  const change = useCallback(
    (key: string, to: (done: Done) => Done) =>
      setAll((before) => before.map((done) => (done.key === key ? to(done) : done))),
    [],
  );
  useEffect(() => onAnswered((_record, { key }, answer) => change(key, (done) => answered(done, answer))), [change]);
  const undo = (done: Done, waiting: Posted | undefined) => {
    const { key, record, packet, back } = done;
    if (waiting) {
      cancelPosted(waiting);
      return change(key, (one) => ({ ...one, state: 'undone' }));
    }
    if (!back) return;
    const undoKey = post(record, { ...packet, call: back, text: t('scan.undoOf', { what: packet.text }) });
    change(key, (one) => ({ ...one, key: undoKey, state: 'undoing' }));
  };
  return {
    add: (record: string, packet: Packet, backOf: BackOf): string => {
      const key = post(record, packet);
      const done: Done = { key, record, packet, at: Date.now(), state: 'waiting', backOf };
      setAll((before) => [done, ...before].slice(0, SHOWN_MAX));
      return key;
    },
    entries: all.map((done) => {
      const pending = posted.find(({ command }) => command.key === done.key);
      return entryOf(t, done, pending, undo);
    }),
  };
}

function entryOf(
  t: Translate,
  done: Done,
  pending: Posted | undefined,
  undo: (done: Done, waiting: Posted | undefined) => void,
): ScanLogEntry {
  const { key, packet, at, state, back } = done;
  const sending = pending?.command.state;
  const waiting = state === 'waiting' && sending === 'waiting' ? pending : undefined;
  const canUndo = waiting !== undefined || (state === 'done' && back !== undefined);
  const name = t('scan.undoOf', { what: packet.text });
  return {
    key,
    state: sending === 'refused' ? 'bad' : sending ? 'waiting' : state === 'undone' ? 'undone' : 'good',
    text: packet.text,
    note: sending && t(`scan.${sending}`),
    at,
    action: canUndo ? { label: t('scan.undo'), name, run: () => undo(done, waiting) } : undefined,
  };
}
