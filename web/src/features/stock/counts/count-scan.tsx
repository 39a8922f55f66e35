import { api, type Count } from '@longshore/contract';
import { Button } from '@mantine/core';
import { IconArrowLeft, IconScan } from '@tabler/icons-react';
import { useNavigate, useParams } from '@tanstack/react-router';
import { type RefObject, useRef } from 'react';
import { useRead } from '../../../lib/api.ts';
import { useFormat } from '../../../lib/format.ts';
import { useText } from '../../../lib/text/text.ts';
import { Loaded } from '../../../ui/detail/loaded.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { useFormKeys } from '../../../ui/form/form-keys.ts';
import { PageHead } from '../../../ui/page-head.tsx';
import { RouteLink } from '../../../ui/route-link.tsx';
import { LeaveScans } from '../../../ui/scan/leave-scans.tsx';
import { ScanField } from '../../../ui/scan/scan-field.tsx';
import { ScanOffer } from '../../../ui/scan/scan-offer.tsx';
import { ScanRefusal } from '../../../ui/scan/scan-refusal.tsx';
import { Tag } from '../../../ui/tag.tsx';
import { Waterline } from '../../../ui/waterline.tsx';
import css from './count-scan.module.css';
import { RecordedLog, WaitingFigures } from './count-scan-log.tsx';
import { ChoiceList, PlaceRows, QuantityStep } from './count-scan-steps.tsx';
import { readQuantity } from './count-scans.ts';
import { countPath } from './count-words.ts';
import { type CountScan, useCountScan } from './use-count-scan.ts';

/** Counting on the floor: scan a bin, an item, enter the quantity; the variance is shown at once. */
export function CountScanScreen() {
  const { id = '' }: { id?: string } = useParams({ strict: false });
  const read = useRead(api.counts.get, { params: { id: Number(id) } });
  return (
    <Loaded read={read} backTo={countPath(Number(id))}>
      {(count) => <CountingPage key={count.id} count={count} />}
    </Loaded>
  );
}

function CountingPage({ count }: { count: Count }) {
  return (
    <div className={css.page}>
      <CountingHead count={count} />
      <Counting count={count} overview={countPath(count.id)} />
    </div>
  );
}

/** The steps of counting; `overview` is where Esc leads when nothing is chosen. */
export function Counting({ count, overview }: { count: Count; overview: string }) {
  const t = useText();
  const navigate = useNavigate();
  const run = useCountScan(count);
  const isAsked = run.target !== undefined || run.choices.length > 0;
  const box = useRef<HTMLInputElement>(null);
  const leaveStep = () => {
    run.back();
    box.current?.focus();
  };
  useFormKeys({ leave: isAsked ? leaveStep : () => void navigate({ href: overview }) });
  const isOpen = count.state === 'open' || run.pending.length > 0;
  return (
    <>
      {isOpen ? (
        <Steps count={count} run={run} box={box} />
      ) : (
        <EmptyState title={t('counts.takesNoMore')} hint={t(`counts.states.${count.state}`)}>
          <Button variant="default" component={RouteLink} href={overview}>
            {t('counts.one', { id: count.id })}
          </Button>
        </EmptyState>
      )}
      <LeaveScans pending={run.pending} isAsking={false} onLeave={() => {}} onStay={() => {}} />
    </>
  );
}

function CountingHead({ count }: { count: Count }) {
  const t = useText();
  const format = useFormat();
  const { counted, lines } = count.figures;
  const numbers = t('counts.countedOf', { counted: format.number(counted), lines: format.number(lines) });
  const title = t('counts.one', { id: count.id });
  return (
    <div className={css.head}>
      <PageHead
        title={title}
        badge={
          <>
            <span className={css.name}>{count.name}</span>
            {count.blind === 1 && <Tag tone="attention">{t('counts.blind')}</Tag>}
          </>
        }
        actions={
          <>
            <span className={css.progress}>{numbers}</span>
            <Button
              variant="default"
              className={css.touch ?? ''}
              component={RouteLink}
              href={countPath(count.id)}
              leftSection={<IconArrowLeft size={16} stroke={1.7} />}
            >
              {t('counts.overview')}
            </Button>
          </>
        }
      />
      <Waterline done={counted} total={lines} label={numbers} tone={counted === lines ? 'good' : 'accent'} />
    </div>
  );
}

interface StepsProps {
  count: Count;
  run: CountScan;
  /** The scan field. */
  box: RefObject<HTMLInputElement | null>;
}

function Steps({ count, run, box }: StepsProps) {
  const { target, choices, place, offer } = run;
  const focus = () => box.current?.focus();
  return (
    <div className={css.body}>
      <Refusal run={run} />
      {offer && (
        <ScanOffer
          step={offer.step}
          quantity={offer.quantity}
          onYes={() => {
            run.confirm();
            focus();
          }}
          onNo={() => {
            run.decline();
            focus();
          }}
        />
      )}
      {/* Always in the same place: it keeps the focus and what is half scanned, whatever the answers are. */}
      <ScanStep count={count} run={run} box={box} />
      {target && (
        <QuantityStep
          key={`${target.inventory_id} ${target.license_id} ${target.lot_id}`}
          target={target}
          run={run}
          onDone={focus}
        />
      )}
      {!target && choices.length > 0 && <ChoiceList choices={choices} run={run} />}
      {!target && choices.length === 0 && place && <PlaceRows place={place} run={run} />}
      <WaitingFigures run={run} />
      <RecordedLog run={run} />
    </div>
  );
}

/** Why the last scan or figure was refused; somebody else's figure can be replaced from here. */
function Refusal({ run: { refusal, clear, replace } }: { run: CountScan }) {
  const t = useText();
  if (!refusal) return null;
  const again = refusal.replace;
  return (
    <ScanRefusal
      step={refusal.step}
      code={refusal.code ?? ''}
      clearLabel={t(again ? 'counts.keepIt' : 'common.close')}
      onClear={clear}
    >
      <span>{refusal.why}</span>
      <span className={css.nothing}>{t('scan.nothingTaken')}</span>
      {again && (
        <Button className={css.replace ?? ''} variant="white" color="red" onClick={() => replace(again)}>
          {t('counts.replaceBy', { counted: again.figure.counted })}
        </Button>
      )}
    </ScanRefusal>
  );
}

/** The bin where counting goes on: the first uncounted row in walking order. */
function useNextBin(count: Count): string {
  const query = {
    filter_by: { count_id: [String(count.id)], status: ['uncounted'] },
    order_by: { walk: 'asc' as const },
    per_page: 1,
  };
  const { data } = useRead(api.counts.lines, { query });
  const next = data?.records[0];
  return next ? next.location || next.license : '';
}

/** What the field expects. */
function useStepLabel({ place, choices, target }: CountScan): string {
  const t = useText();
  if (target) return t('counts.quantityHere', { sku: target.sku });
  if (choices.length > 0) return t('counts.scanPlateOrLot');
  return t(place ? 'counts.scanItemIn' : 'counts.scanBin');
}

/** One step back, or from the start to the goods on no plate. */
function StepAction({ run }: { run: CountScan }) {
  const t = useText();
  if (run.place || run.choices.length > 0)
    return (
      <Button variant="default" className={css.touch ?? ''} onClick={run.back}>
        {t(run.choices.length > 0 ? 'counts.otherItem' : 'counts.otherBin')}
      </Button>
    );
  return (
    <Button variant="default" className={css.touch ?? ''} onClick={run.openLoose}>
      {t('counts.looseGoods')}
    </Button>
  );
}

/** One field for bins, plates and items; above it, in the largest letters, where one is or goes next. */
function ScanStep({ count, run, box }: { count: Count; run: CountScan; box: RefObject<HTMLInputElement | null> }) {
  const t = useText();
  const next = useNextBin(count);
  const { place, choices, target } = run;
  const here = place?.location?.location ?? place?.plates[0]?.license ?? t('counts.loose');
  const label = useStepLabel(run);
  const enter = () => {
    const counted = readQuantity(run.quantity);
    if (run.offer) run.confirm();
    else if (target && counted !== undefined) run.record(counted);
  };
  return (
    <>
      <ScanField
        ref={box}
        label={label}
        step={target ? '' : (choices[0]?.sku ?? (place ? here : next))}
        aria-label={place && !target ? `${label} ${here}` : label}
        placeholder={t('scan.field')}
        leftSection={<IconScan size={20} stroke={1.7} />}
        maxLength={100}
        autoFocus
        everywhere
        onEnter={enter}
        onScan={run.scan}
      />
      {!target && (
        <div className={css.actions}>
          <StepAction run={run} />
        </div>
      )}
    </>
  );
}
