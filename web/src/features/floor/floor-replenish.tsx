import { api, type Replenishment } from '@longshore/contract';
import { useParams } from '@tanstack/react-router';
import { useRef } from 'react';
import { useRead } from '../../lib/api.ts';
import { useFormat } from '../../lib/format.ts';
import { translateMessage, useText } from '../../lib/text/text.ts';
import { Loaded } from '../../ui/detail/loaded.tsx';
import { BigCode } from '../../ui/floor/big-code.tsx';
import css from '../../ui/floor/floor.module.css';
import { FLOOR, FloorPage } from '../../ui/floor/floor-page.tsx';
import { FloorScan } from '../../ui/floor/floor-scan.tsx';
import { RouteLink } from '../../ui/route-link.tsx';
import { ScanLog } from '../../ui/scan/scan-log.tsx';
import { ScanRefusal } from '../../ui/scan/scan-refusal.tsx';
import { REPLENISH, replenishPath } from './floor-paths.ts';
import { postedEntry } from './posted-entry.ts';
import { type ReplenishRun, useReplenish } from './use-replenish.ts';

const lowFaces = { query: { filter_by: { state: ['low'] }, per_page: 50 } };

/** The picking faces that run low. */
export function FloorFaces() {
  const t = useText();
  const format = useFormat();
  const read = useRead(api.faces.list, lowFaces);
  return (
    <FloorPage title={t('onFloor.tiles.replenish')} sub={t('onFloor.notes.replenish')}>
      <Loaded inPage read={read} backTo={FLOOR}>
        {({ records }) => (
          <>
            {records.length === 0 && <p className={css.blank}>{t('onFloor.replenish.noneLow')}</p>}
            <ul className={css.rows}>
              {records.map(({ id, location, sku, name, units, maximum }) => (
                <li key={id}>
                  <RouteLink className={css.row} href={replenishPath(id)}>
                    <span className={css.rowText}>
                      {location}
                      <span className={css.note}>{[sku, name].filter(Boolean).join(' · ')}</span>
                    </span>
                    <span className={css.rowFigure}>
                      {format.number(units)} / {format.number(maximum)}
                    </span>
                  </RouteLink>
                </li>
              ))}
            </ul>
          </>
        )}
      </Loaded>
    </FloorPage>
  );
}

/** Fills one picking face. */
export function FloorReplenish() {
  const t = useText();
  const { id = '' }: { id?: string } = useParams({ strict: false });
  const read = useRead(api.faces.replenish, { params: { id: Number(id) } }, { staleTime: 0 });
  const face = read.data?.face;
  return (
    <FloorPage
      title={t('onFloor.tiles.replenish')}
      sub={face && `${face.sku} → ${face.location}`}
      back={REPLENISH}
      aside={
        face && (
          <span className={css.rowFigure}>
            {face.units} / {face.maximum}
          </span>
        )
      }
    >
      <Loaded inPage read={read} backTo={REPLENISH}>
        {(of) => <Bringing key={of.face.id} of={of} readAt={read.dataUpdatedAt} />}
      </Loaded>
    </FloorPage>
  );
}

function Bringing({ of, readAt }: { of: Replenishment; readAt: number }) {
  const t = useText();
  const run = useReplenish(of, readAt);
  const box = useRef<HTMLInputElement>(null);
  const { step, refusal } = run;
  const label =
    step.kind === 'face'
      ? t('onFloor.replenish.scanFace', { location: of.face.location })
      : t('onFloor.replenish.scanPlate');
  return (
    <>
      {refusal && (
        <ScanRefusal
          step={refusal.step}
          clearLabel={t('common.close')}
          onClear={() => {
            run.clear();
            box.current?.focus();
          }}
        >
          <span>{refusal.why}</span>
          <span>{t('onFloor.wave.kept')}</span>
        </ScanRefusal>
      )}
      <Cards of={of} run={run} />
      {step.kind !== 'done' && <FloorScan box={box} label={label} placeholder={t('scan.field')} onScan={run.scan} />}
      <LastBrought run={run} />
    </>
  );
}

/** The plate and the face in the largest letters; the one that is scanned next is coloured. */
function Cards({ of: { face, wanted }, run: { step } }: { of: Replenishment; run: ReplenishRun }) {
  const t = useText();
  const format = useFormat();
  if (step.kind === 'done')
    return <p className={css.blank}>{t(wanted > 0 ? 'onFloor.replenish.noMore' : 'onFloor.replenish.isFull')}</p>;
  const { bring } = step;
  const isWhole = step.kind === 'face' ? step.isWhole : bring.whole;
  const units = format.number(step.kind === 'face' ? step.units : bring.bring);
  const about = [
    t(isWhole ? 'onFloor.replenish.whole' : 'onFloor.replenish.part', { units, there: format.number(bring.units) }),
    bring.lot_number && `${t('stock.lotShort')} ${bring.lot_number}`,
    translateMessage(t, bring.reason_key),
  ];
  return (
    <>
      <BigCode
        next={step.kind === 'plate'}
        label={t('onFloor.replenish.plate', { location: bring.location || t('onFloor.inNoBin') })}
        code={bring.license}
        note={about.filter(Boolean).join(' · ')}
      />
      <BigCode
        next={step.kind === 'face'}
        label={t('onFloor.replenish.face')}
        code={face.location}
        note={`${face.sku} · ${face.name}`}
      />
      {step.kind === 'face' && <p className={css.note}>{t('onFloor.wave.quantityHint')}</p>}
    </>
  );
}

/** What was brought, newest first; what an earlier visit left on this device is below. */
function LastBrought({ run: { entries, left } }: { run: ReplenishRun }) {
  const t = useText();
  const earlier = left.map((one) => postedEntry(t, one)).reverse();
  return <ScanLog title={t('scan.lastScans')} entries={[...entries, ...earlier]} />;
}
