import { api } from '@longshore/contract';
import { useSearch } from '@tanstack/react-router';
import { useRef } from 'react';
import { useRead } from '../../../lib/api.ts';
import { useConnection } from '../../../lib/connection.ts';
import { type Translate, translateMessage, useText } from '../../../lib/text/text.ts';
import { BigCode } from '../../../ui/floor/big-code.tsx';
import { FloorPage } from '../../../ui/floor/floor-page.tsx';
import { FloorScan } from '../../../ui/floor/floor-scan.tsx';
import { ScanLog, type ScanLogEntry } from '../../../ui/scan/scan-log.tsx';
import { ScanRefusal } from '../../../ui/scan/scan-refusal.tsx';
import { type MoveRun, useMove } from './use-move.ts';

function entryOf(move: MoveRun['moves'][number], run: MoveRun, t: Translate): ScanLogEntry {
  const { key, license, location, at, state, pending, moved } = move;
  const text = `${license} → ${location}`;
  const undo = { label: t('scan.undo'), name: t('scan.undoOf', { what: text }), run: () => run.undo(move) };
  const isOpen = state === 'waiting' && pending !== undefined;
  const canUndo = pending === 'waiting' ? state === 'waiting' : state === 'done' && moved?.has_moved === true;
  return {
    key,
    state: pending === 'refused' ? 'bad' : isOpen ? 'waiting' : state === 'undone' ? 'undone' : 'good',
    text,
    note: pending ? t(`scan.${pending}`) : undefined,
    at,
    action: canUndo ? undo : undefined,
  };
}

/** Where the plate that is held should go, and why; any other bin may be scanned. */
function Proposal({ license }: { license: string }) {
  const t = useText();
  const isDown = useConnection().state === 'down';
  const { data } = useRead(api.floor.putAway, { query: { license } }, { enabled: !isDown });
  const [best, ...others] = data ?? [];
  if (!data) return null;
  if (!best) return <p>{t('floor.noProposal')}</p>;
  const also = others.map(({ location }) => location).join(', ');
  const note = [translateMessage(t, best.reason_key), also && `${t('floor.proposedOthers')} ${also}`];
  return <BigCode next label={t('floor.proposed')} code={best.location} note={note.filter(Boolean).join(' · ')} />;
}

function MoveScreen({ name, isDirected }: { name: 'move' | 'putAway'; isDirected: boolean }) {
  const t = useText();
  const { plate = '' }: { plate?: string } = useSearch({ strict: false });
  const run = useMove(isDirected ? '/floor/put-away' : '/floor/move', plate);
  const { held, refusal, moves } = run;
  const box = useRef<HTMLInputElement>(null);
  return (
    <FloorPage title={t(`onFloor.tiles.${name}`)} sub={t(`onFloor.notes.${name}`)}>
      {refusal && (
        <ScanRefusal
          step={refusal.step}
          code={refusal.code}
          clearLabel={t('common.close')}
          onClear={() => {
            run.clear();
            box.current?.focus();
          }}
        >
          <span>{refusal.why}</span>
          <span>{t('scan.nothingTaken')}</span>
        </ScanRefusal>
      )}
      {held && isDirected && <Proposal license={held} />}
      <FloorScan
        box={box}
        step={held}
        label={held ? t('licenses.scanLocation', { license: held }) : t('licenses.scanPlate')}
        placeholder={held ? t('scan.expected.location') : t('scan.expected.plate')}
        onScan={run.scan}
      />
      <ScanLog title={t('scan.lastScans')} entries={moves.map((move) => entryOf(move, run, t))} />
    </FloorPage>
  );
}

/** Moves plates: a plate, then its bin. */
export const FloorMove = () => <MoveScreen name="move" isDirected={false} />;

/** Puts plates away, each with the bin that is proposed for it. */
export const FloorPutAway = () => <MoveScreen name="putAway" isDirected />;
