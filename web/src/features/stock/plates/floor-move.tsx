import { api } from '@longshore/contract';
import { useSearch } from '@tanstack/react-router';
import { useRef } from 'react';
import { useRead } from '../../../lib/api.ts';
import { useConnection } from '../../../lib/connection.ts';
import { translateMessage, useText } from '../../../lib/text/text.ts';
import { BigCode } from '../../../ui/floor/big-code.tsx';
import { FloorPage } from '../../../ui/floor/floor-page.tsx';
import { FloorScan } from '../../../ui/floor/floor-scan.tsx';
import { ScanLog } from '../../../ui/scan/scan-log.tsx';
import { ScanRefusal } from '../../../ui/scan/scan-refusal.tsx';
import { useMove } from './use-move.ts';

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
  const { held, refusal, entries } = run;
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
      <ScanLog title={t('scan.lastScans')} entries={entries} />
    </FloorPage>
  );
}

/** Moves plates: a plate, then its bin. */
export const FloorMove = () => <MoveScreen name="move" isDirected={false} />;

/** Puts plates away, each with the bin that is proposed for it. */
export const FloorPutAway = () => <MoveScreen name="putAway" isDirected />;
