import {
  type Allocation,
  api,
  type FulfilmentLine,
  isShipmentEventAllowed,
  type PlaceFound,
  type Shipment,
  TO_INSPECT,
} from '@longshore/contract';
import { Button, Switch, TextInput } from '@mantine/core';
import { IconArrowBackUp, IconCircleCheck } from '@tabler/icons-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useRead } from '../../../lib/api.ts';
import { useFormat } from '../../../lib/format.ts';
import { useSession } from '../../../lib/session.ts';
import { useText } from '../../../lib/text/text.ts';
import { lazyPart } from '../../../ui/lazy-part.tsx';
import { Mono } from '../../../ui/mono.tsx';
import { ScanOffer } from '../../../ui/scan/scan-offer.tsx';
import { ScanRefusal } from '../../../ui/scan/scan-refusal.tsx';
import { Waterline } from '../../../ui/waterline.tsx';
import { UnknownPlate } from '../../stock/index.ts';
import { progressOf } from '../shipment-rules.ts';
import css from './fulfil.module.css';
import { DoneLog, WaitingScans } from './fulfil-log.tsx';
import { isOpen, type Quarantine, searchOf } from './fulfil-scans.ts';
import { FulfilStep, OpenLines } from './fulfil-step.tsx';
import type { OnTyped } from './leave-typed.tsx';
import { useLineFacts } from './line-facts.ts';
import { ReportShort } from './report-short.tsx';
import { type FulfilScan, useFulfilScan } from './use-fulfil-scan.ts';

const FulfilForm = lazyPart(() => import('./fulfil-form.tsx'));

interface FulfilPanelProps {
  shipment: Shipment;
  onLine: (lineId: number | undefined) => void;
  /** Told how many scans are not answered yet, so that a dialog around it can ask before it closes. */
  onPending?: (run: FulfilScan) => ReactNode;
  /** Told what the form by hand holds, for the same reason. */
  onTyped: OnTyped;
  /** Shown when everything is fulfilled. */
  onDone?: (() => void) | undefined;
}

/** The places of a line: those that were chosen for picking first, also when the look-up did not list them. */
function placesOf(places: readonly PlaceFound[], line: FulfilmentLine | undefined, picks: Allocation['picks']) {
  const chosen = picks.filter(({ line_id }) => line_id === line?.id);
  const isListed = (pick: PlaceFound) =>
    places.some(({ license_id, lot_id }) => pick.license_id === license_id && pick.lot_id === lot_id);
  const rank = ({ license_id, lot_id }: PlaceFound) => {
    const at = chosen.findIndex((pick) => pick.license_id === license_id && pick.lot_id === lot_id);
    return at < 0 ? chosen.length : at;
  };
  return [...chosen.filter((pick) => !isListed(pick)), ...places].sort((one, other) => rank(one) - rank(other));
}

/** Receiving and picking by scanning: one field that tells what is next, and below it a form for typing by hand. */
export function FulfilPanel({ shipment, onLine, onPending, onTyped, onDone }: FulfilPanelProps) {
  const isOutbound = shipment.direction === 'outbound';
  const isReturn = shipment.order.type === 'Customer Return';
  const [into, setInto] = useState<Quarantine>(() => ({
    quarantine: isReturn ? 1 : 0,
    reason: isReturn ? TO_INSPECT : '',
  }));
  const { data: allocation } = useRead(
    api.shipments.allocation,
    { params: { id: shipment.id } },
    { enabled: isOutbound },
  );
  const picks = allocation?.picks ?? [];
  const run = useFulfilScan(shipment, picks, into);
  const line = run.lines.find(({ id }) => id === run.held.lineId);
  const facts = useLineFacts(shipment, line, searchOf(run.held));
  const places = placesOf(facts.places, line, picks);
  const box = useRef<HTMLInputElement>(null);
  const [isTyping, setTyping] = useState(false);
  const isReady = !isShipmentEventAllowed(shipment.status, 'fulfil');
  const focus = () => box.current?.focus();
  const current = isReady ? undefined : line?.id;
  useEffect(() => onLine(current), [onLine, current]);
  useEffect(() => () => onLine(undefined), [onLine]);
  return (
    <div className={css.panel}>
      <Progress shipment={shipment} />
      <Refusal run={run} shipment={shipment} onCleared={focus} />
      <Offer run={run} onAnswered={focus} />
      {isReady && <Ready shipment={shipment} onDone={onDone} />}
      <FulfilStep
        shipment={shipment}
        run={run}
        line={isReady ? undefined : line}
        facts={facts}
        places={places}
        box={box}
        onDone={isReady ? onDone : undefined}
      />
      {!isReady && !isOutbound && <QuarantineFields into={into} set={setInto} />}
      <WaitingScans run={run} />
      <DoneLog shipment={shipment} run={run} />
      {!isReady && !isOutbound && !isTyping && <OpenLines run={run} />}
      {isOutbound && !isReady && <NextStop run={run} picks={picks} />}
      <Actions shipment={shipment} run={run} line={line} isReady={isReady} isTyping={isTyping} onType={setTyping} />
      {!isReady && isTyping && (
        <FulfilForm shipment={shipment} run={run} lineId={line?.id} into={into} onTyped={onTyped} />
      )}
      {onPending?.(run)}
    </div>
  );
}

function Progress({ shipment }: { shipment: Shipment }) {
  const t = useText();
  const format = useFormat();
  const { units, fulfilled } = progressOf(shipment);
  const numbers = t('fulfilment.progress', { done: format.number(fulfilled), total: format.number(units) });
  return (
    <div className={css.progress}>
      <span>{numbers}</span>
      <Waterline done={fulfilled} total={units} label={numbers} tone={fulfilled === units ? 'good' : 'accent'} />
    </div>
  );
}

/** Why the last scan was refused; an unknown plate can be made, an expired lot confirmed from here. */
function Refusal({ run, shipment, onCleared }: { run: FulfilScan; shipment: Shipment; onCleared: () => void }) {
  const t = useText();
  const { refusal } = run;
  if (!refusal) return null;
  const { again, unknownPlate } = refusal;
  const clear = () => {
    run.clear();
    onCleared();
  };
  return (
    <>
      <ScanRefusal step={refusal.step} code={refusal.code ?? ''} clearLabel={t('common.close')} onClear={clear}>
        <span>{refusal.why}</span>
        <span className={css.nothing}>{t('scan.nothingTaken')}</span>
        {again && (
          <Button
            className={css.again ?? ''}
            variant="white"
            color="red"
            onClick={() => {
              run.input(again.input);
              clear();
            }}
          >
            {again.label}
          </Button>
        )}
      </ScanRefusal>
      {unknownPlate && (
        <UnknownPlate
          error={`PlateIsUnknown:${unknownPlate}`}
          clientId={shipment.client_id}
          label={t('fulfilment.createPlate', { license: unknownPlate })}
          onCreated={() => {
            run.scan(unknownPlate, true);
            onCleared();
          }}
        />
      )}
    </>
  );
}

/** A number that is no code: it is a quantity, or the lot that is expected, only when somebody says so. */
function Offer({ run, onAnswered }: { run: FulfilScan; onAnswered: () => void }) {
  const t = useText();
  const { offer } = run;
  if (!offer) return null;
  const { step, quantity, no } = offer;
  const answer = (say: () => void) => () => {
    say();
    onAnswered();
  };
  return (
    <ScanOffer
      step={step}
      quantity={quantity}
      otherwise={no && t('fulfilment.isLot', { lot: quantity })}
      onYes={answer(run.confirm)}
      onNo={answer(run.decline)}
    />
  );
}

function Ready({ shipment, onDone }: { shipment: Shipment; onDone: (() => void) | undefined }) {
  const t = useText();
  return (
    <div className={css.ready} role="status">
      <IconCircleCheck size={32} stroke={1.5} aria-hidden />
      <div>
        <p className={css.readyTitle}>{t('fulfilment.ready')}</p>
        <p className={css.readyHint}>{t(`fulfilment.readyHint.${shipment.direction}`)}</p>
      </div>
      {onDone && (
        <Button className={css.touch ?? ''} onClick={onDone}>
          {t('fulfilment.close')}
        </Button>
      )}
    </div>
  );
}

/** What is received goes into quarantine until this is switched off. */
function QuarantineFields({ into, set }: { into: Quarantine; set: (into: Quarantine) => void }) {
  const t = useText();
  return (
    <div className={css.quarantine}>
      <Switch
        withThumbIndicator={false}
        label={t('fulfilment.intoQuarantine')}
        checked={into.quarantine === 1}
        onChange={(event) => set({ ...into, quarantine: event.currentTarget.checked ? 1 : 0 })}
      />
      {into.quarantine === 1 && (
        <TextInput
          label={t('fulfilment.reason')}
          maxLength={255}
          autoComplete="off"
          value={into.reason}
          onChange={(event) => set({ ...into, reason: event.currentTarget.value })}
        />
      )}
    </div>
  );
}

/** Where the way leads after this line, when the shipment is allocated. */
function NextStop({ run, picks }: { run: FulfilScan; picks: Allocation['picks'] }) {
  const t = useText();
  const format = useFormat();
  const isLeft = (lineId: number) => run.lines.some((line) => line.id === lineId && isOpen(line));
  const next = picks.find(({ line_id }) => line_id !== run.held.lineId && isLeft(line_id));
  if (!next) return null;
  return (
    <div className={css.next}>
      <span>
        {t('fulfilment.nextStop')} <Mono>{next.location || next.license || next.sku}</Mono>
      </span>
      <span>
        {format.number(next.quantity)} × <Mono>{next.sku}</Mono>
      </span>
    </div>
  );
}

interface ActionsProps {
  shipment: Shipment;
  run: FulfilScan;
  line: FulfilmentLine | undefined;
  isReady: boolean;
  isTyping: boolean;
  onType: (isTyping: boolean) => void;
}

/** Undo, short, skip, and the form, which is hidden until somebody wants to type: the scan field keeps the focus. */
function Actions({ shipment, run, line, isReady, isTyping, onType }: ActionsProps) {
  const t = useText();
  const { can } = useSession();
  const [isShort, setShort] = useState(false);
  const last = run.done.find((entry) => entry.what.kind !== 'refused' && !entry.isUndone && !run.isUndoing(entry));
  const mayUndo =
    last && can(last.what.kind === 'placed' ? api.licenses.moveBack.access : api.shipments.unfulfil.access);
  const current = !isReady && shipment.direction === 'outbound' && line && isOpen(line) ? line : undefined;
  const hasOthers = run.lines.filter(isOpen).length > 1;
  return (
    <div className={css.actions}>
      {last && mayUndo && (
        <Button
          variant="default"
          className={css.touch ?? ''}
          leftSection={<IconArrowBackUp size={16} stroke={1.7} />}
          onClick={() => run.undo(last)}
        >
          {t('fulfilment.undoLast')}
        </Button>
      )}
      {current && can(api.shipments.changeQuantity.access) && (
        <Button variant="default" className={css.touch ?? ''} onClick={() => setShort(true)}>
          {t('fulfilment.short')}
        </Button>
      )}
      {current && hasOthers && (
        <Button variant="default" className={css.touch ?? ''} onClick={run.skip}>
          {t('fulfilment.skip')}
        </Button>
      )}
      {!isReady && (
        <Button
          variant="default"
          className={css.touch ?? ''}
          aria-expanded={isTyping}
          onClick={() => onType(!isTyping)}
        >
          {t(isTyping ? 'fulfilment.hideForm' : 'fulfilment.byHand')}
        </Button>
      )}
      {isShort && current && <ReportShort shipment={shipment} line={current} onClose={() => setShort(false)} />}
    </div>
  );
}
