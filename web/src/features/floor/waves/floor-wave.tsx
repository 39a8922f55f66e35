import { api, type WaveToPick } from '@longshore/contract';
import { Button } from '@mantine/core';
import { useParams } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { useFormat } from '../../../lib/format.ts';
import type { Posted } from '../../../lib/outbox.ts';
import { useSession } from '../../../lib/session.ts';
import { useText } from '../../../lib/text/text.ts';
import { Loaded } from '../../../ui/detail/loaded.tsx';
import css from '../../../ui/floor/floor.module.css';
import { FloorPage } from '../../../ui/floor/floor-page.tsx';
import { FloorScan } from '../../../ui/floor/floor-scan.tsx';
import { RouteLink } from '../../../ui/route-link.tsx';
import { ScanRefusal } from '../../../ui/scan/scan-refusal.tsx';
import { placeOf } from './pick-steps.ts';
import { ShortDialog } from './short-dialog.tsx';
import { useLocalWave } from './use-local-wave.ts';
import { useWavePick, type WavePickRun } from './use-wave-pick.ts';
import { useWaveTask } from './use-wave-task.ts';
import type { ShortPick } from './wave-commands.ts';
import type { Missing } from './wave-left.ts';
import { WaveLog } from './wave-log.tsx';
import { useScanLabel, WaveStepCards } from './wave-step-cards.tsx';

const LIST = '/floor/pick';

/** Picks a wave: its bins in walking order, each pick into its tote. */
export function FloorWave() {
  const t = useText();
  const { id = '' }: { id?: string } = useParams({ strict: false });
  const { wave, read, posted } = useLocalWave(Number(id));
  if (wave) return <Picking key={wave.id} wave={wave} posted={posted} />;
  return (
    <FloorPage title={t('waves.wave', { id: Number(id) })} back={LIST}>
      <Loaded inPage read={read} backTo={LIST}>
        {() => null}
      </Loaded>
    </FloorPage>
  );
}

function Picking({ wave, posted }: { wave: WaveToPick; posted: readonly Posted[] }) {
  const t = useText();
  const format = useFormat();
  const run = useWavePick(wave, posted);
  const box = useRef<HTMLInputElement>(null);
  const { step, refusal } = run;
  const label = useScanLabel(run);
  const stop = step.kind === 'done' ? undefined : step.stop;
  return (
    <FloorPage
      title={t('waves.wave', { id: wave.id })}
      sub={
        stop
          ? t('onFloor.wave.stop', { number: stop.number, stops: wave.stops.length, cart: wave.cart })
          : t(`waves.states.${wave.state}`)
      }
      back={LIST}
      aside={
        <span className={css.rowFigure}>
          {t('onFloor.wave.progress', { picked: format.number(run.picked), units: format.number(run.units) })}
        </span>
      }
    >
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
      <HeldByAnother wave={wave} />
      <WaveStepCards run={run} />
      {step.kind === 'done' ? (
        <Finished wave={wave} run={run} />
      ) : (
        <>
          <FloorScan box={box} label={label} placeholder={t('scan.field')} onScan={run.scan} />
          <StopActions run={run} onAct={() => box.current?.focus()} />
        </>
      )}
      <WaveLog wave={wave} posted={posted} />
      <NextStop run={run} />
    </FloorPage>
  );
}

/** Whoever opens the wave takes it; when somebody else has it, who that is. */
function HeldByAnother({ wave }: { wave: WaveToPick }) {
  const t = useText();
  const { holder, isBusy, take } = useWaveTask(wave);
  if (!holder) return null;
  return (
    <div role="alert" className={css.section}>
      <p className={css.rowText}>{holder}</p>
      <span className={css.note}>{t('onFloor.wave.takeOverHint')}</span>
      <Button variant="default" size="md" disabled={isBusy} onClick={take}>
        {t('onFloor.wave.takeOver')}
      </Button>
    </div>
  );
}

/** Nothing is left to pick: what no place has, and where the cart goes. */
function Finished({ wave, run }: { wave: WaveToPick; run: WavePickRun }) {
  const t = useText();
  const isOver = wave.state === 'void';
  const missing = isOver ? [] : run.missing;
  return (
    <>
      {missing.map((line) => (
        <MissingLine key={line.line_id} line={line} onShort={(short) => run.shortMissing(line, short)} />
      ))}
      {missing.length === 0 && (
        <p className={css.blank}>{t(isOver ? 'onFloor.wave.ended' : 'onFloor.wave.noneLeft')}</p>
      )}
      <RouteLink className={css.act} href={LIST}>
        {t('onFloor.back')}
      </RouteLink>
    </>
  );
}

/** Units that no place has: reported short, they leave the wave, which can end. */
function MissingLine({ line, onShort }: { line: Missing; onShort: (short: ShortPick) => void }) {
  const t = useText();
  const format = useFormat();
  const { can } = useSession();
  const [isShort, setShort] = useState(false);
  const { sku, quantity } = line;
  return (
    <div role="alert">
      <p className={css.rowText}>{t('waves.missing', { quantity: format.number(quantity), sku })}</p>
      {can(api.waves.short.access) && (
        <Button variant="default" size="md" onClick={() => setShort(true)}>
          {t('onFloor.wave.shortMissing', { sku })}
        </Button>
      )}
      {isShort && <ShortDialog pick={line} place="" onShort={onShort} onClose={() => setShort(false)} />}
    </div>
  );
}

/** The buttons give the focus back to the field before anything else: the next scan may be on its way. */
function StopActions({ run, onAct }: { run: WavePickRun; onAct: () => void }) {
  const t = useText();
  const { can } = useSession();
  const [isShort, setShort] = useState(false);
  const { step } = run;
  if (step.kind === 'done') return null;
  if (run.isFull) return <NotFull run={run} onAct={onAct} />;
  const act = (run: () => void) => () => {
    onAct();
    run();
  };
  return (
    <div className={css.actions}>
      {can(api.waves.short.access) && (
        <Button variant="default" size="md" onClick={act(() => setShort(true))}>
          {t('onFloor.wave.short')}
        </Button>
      )}
      {can(api.waves.nextTote.access) && (
        <Button variant="default" size="md" onClick={act(() => run.setFull(true))}>
          {t('onFloor.wave.toteFull')}
        </Button>
      )}
      {run.stops.length > 1 && (
        <Button variant="default" size="md" onClick={act(run.skip)}>
          {t('onFloor.wave.skip')}
        </Button>
      )}
      {isShort && (
        <ShortDialog
          pick={step.pick}
          place={placeOf(step.stop, step.pick)}
          onShort={run.short}
          onClose={() => setShort(false)}
        />
      )}
    </div>
  );
}

/** Back to picking into the same tote. */
function NotFull({ run, onAct }: { run: WavePickRun; onAct: () => void }) {
  const t = useText();
  return (
    <div className={css.actions}>
      <Button
        variant="default"
        size="md"
        onClick={() => {
          onAct();
          run.clear();
          run.setFull(false);
        }}
      >
        {t('onFloor.wave.notFull')}
      </Button>
    </div>
  );
}

function NextStop({ run: { step, stops } }: { run: WavePickRun }) {
  const t = useText();
  const next = step.kind === 'done' ? undefined : stops.find(({ location }) => location !== step.stop.location);
  const [pick] = next?.picks ?? [];
  if (!next || !pick) return null;
  return (
    <p className={css.note}>
      {t('onFloor.wave.next')} {placeOf(next, pick) || t('onFloor.inNoBin')}
    </p>
  );
}
