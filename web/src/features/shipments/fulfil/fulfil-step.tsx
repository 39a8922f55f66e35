import type { FulfilmentLine, PlaceFound, Shipment } from '@longshore/contract';
import { Button, TextInput, UnstyledButton } from '@mantine/core';
import { IconCheck, IconMapPin, IconScan } from '@tabler/icons-react';
import { type FormEvent, type RefObject, useState } from 'react';
import { useFormat } from '../../../lib/format.ts';
import { type Translate, useText } from '../../../lib/text/text.ts';
import { Mono } from '../../../ui/mono.tsx';
import { useNarrow } from '../../../ui/narrow.ts';
import { ScanField } from '../../../ui/scan/scan-field.tsx';
import { CLEARED_BY_ESCAPE } from '../../../ui/scan/text-fields.ts';
import css from './fulfil.module.css';
import { Buckets } from './fulfil-buckets.tsx';
import { type Expected, type Held, isOpen, type LineFacts, leftOf, settle } from './fulfil-scans.ts';
import type { FulfilScan } from './use-fulfil-scan.ts';

const PLACES_SHOWN = 4;
const LINES_SHOWN = 6;

/** What the field expects by what is held and known now. */
export function expectedNow(shipment: Shipment, run: FulfilScan, facts: LineFacts): Expected {
  const situation = { direction: shipment.direction, lines: run.lines, held: run.held };
  const next = settle(situation, facts, { quarantine: 0, reason: '' });
  if (next.kind === 'expect') return next.what;
  return shipment.direction === 'inbound' ? 'item' : 'plate';
}

interface StepText {
  label: string;
  /** In the largest letters. */
  step: string;
}

function stepText(
  expected: Expected,
  shipment: Shipment,
  line: FulfilmentLine | undefined,
  { place, lot }: { place: PlaceFound | undefined; lot: string },
  t: Translate,
): StepText {
  const { direction } = shipment;
  const { sku = '', name = '' } = line?.inventory ?? {};
  switch (expected) {
    case 'item':
      return { label: t(`fulfilment.expect.item.${direction}`), step: direction === 'outbound' ? sku : '' };
    case 'plate':
      return direction === 'inbound'
        ? { label: t('fulfilment.expect.plate.inbound'), step: sku }
        : { label: t('fulfilment.expect.plate.outbound', { name }), step: place?.license || sku };
    case 'quantity':
      return { label: t('fulfilment.expect.quantity', { sku, left: line ? leftOf(line) : 0 }), step: sku };
    case 'expiry':
      return { label: t('fulfilment.expect.expiry', { lot }), step: sku };
    default:
      return { label: t(`fulfilment.expect.${expected}`), step: sku };
  }
}

interface StepProps {
  shipment: Shipment;
  run: FulfilScan;
  line: FulfilmentLine | undefined;
  facts: LineFacts & { isFetching: boolean };
  /** The places of the line, the chosen ones first. */
  places: readonly PlaceFound[];
  box: RefObject<HTMLInputElement | null>;
  /** Everything is fulfilled: Enter closes. The field stays, because another scan may be on its way. */
  onDone: (() => void) | undefined;
}

/** What is expected in large letters, the one field, and for picking where to go and how many to take. */
export function FulfilStep({ shipment, run, line, facts, places, box, onDone }: StepProps) {
  const t = useText();
  const isNarrow = useNarrow();
  const expected = expectedNow(shipment, run, facts);
  const [place] = places;
  const { label, step } = onDone
    ? { label: t('fulfilment.expect.done'), step: '' }
    : stepText(expected, shipment, line, { place, lot: run.held.lot?.lot ?? '' }, t);
  const steps = line && <Steps run={run} line={line} expected={expected} direction={shipment.direction} />;
  const shown = expected === 'plate' && line && shipment.direction === 'outbound';
  return (
    <>
      {steps}
      <ScanField
        ref={box}
        label={label}
        step={step}
        aria-label={step && !label.includes(step) ? `${label} ${step}` : label}
        description={onDone ? undefined : t(`fulfilment.hint.${expected}`)}
        placeholder={t('scan.field')}
        leftSection={<IconScan size={20} stroke={1.7} />}
        maxLength={100}
        data-autofocus
        everywhere
        knows={run.knows}
        onEnter={onDone ?? run.confirm}
        onScan={run.scan}
      />
      {expected === 'quantity' && line && (
        <QuantityField key={line.id} run={run} line={line} onEntered={() => box.current?.focus()} />
      )}
      {shown && isNarrow && place && <Stop place={place} left={leftOf(line)} uom={line.order_line.uom} />}
      {line && run.held.isChosen && <p className={css.itemName}>{line.inventory.name}</p>}
      {!onDone && <HeldFacts shipment={shipment} run={run} expected={expected} />}
      {shown && <Places run={run} line={line} places={places} />}
      {expected === 'serial' && line && <Buckets run={run} line={line} facts={facts} direction={shipment.direction} />}
    </>
  );
}

type Step = Expected;

/**
 * The steps of a line: a bucket has its quantity, and outbound its plate. Outbound a lot is scanned instead of a plate,
 * or with it.
 */
function stepsOf({ inventory: { config } }: FulfilmentLine, direction: Shipment['direction']): Step[] {
  const [bySerial, byLot] = [config.serial === 1, config.lot === 1];
  if (direction === 'outbound') return bySerial ? ['item', 'serial'] : ['item', 'plate', 'quantity'];
  const goods: Step[] = [...(bySerial ? (['serial'] as const) : []), ...(byLot ? (['lot', 'expiry'] as const) : [])];
  return bySerial ? ['item', ...goods, 'plate'] : ['item', ...goods, 'plate', 'quantity'];
}

interface QuantityFieldProps {
  run: FulfilScan;
  line: FulfilmentLine;
  onEntered: () => void;
}

/** The quantity in a field of its own. It does not take the focus: the next scan may be on its way. */
function QuantityField({ run, line, onEntered }: QuantityFieldProps) {
  const t = useText();
  const [text, setText] = useState('');
  const { sku } = line.inventory;
  const quantity = /^\d{1,7}$/.test(text) ? Number(text) : 0;
  const enter = (event: FormEvent) => {
    event.preventDefault();
    if (quantity === 0) return;
    setText('');
    run.tap({ quantity }, text);
    onEntered();
  };
  return (
    <form className={css.quantityField} onSubmit={enter} noValidate>
      <TextInput
        {...CLEARED_BY_ESCAPE}
        label={t('fulfilment.quantityOf', { sku })}
        inputMode="numeric"
        autoComplete="off"
        maxLength={7}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <Button type="submit" className={css.touch ?? ''} disabled={quantity === 0}>
        {t('fulfilment.enterQuantity')}
      </Button>
    </form>
  );
}

interface StepsProps {
  run: FulfilScan;
  line: FulfilmentLine;
  expected: Expected;
  direction: Shipment['direction'];
}

/** Which line it is, and how far it is. */
function Steps({ run, line, expected, direction }: StepsProps) {
  const t = useText();
  const format = useFormat();
  const steps = stepsOf(line, direction);
  const now = steps.indexOf(expected === 'lot' && direction === 'outbound' ? 'plate' : expected);
  // Lines are walked to in the order of what is left of the allocation, which is another one after each of them.
  const [number, count] = [run.lines.filter((each) => leftOf(each) <= 0).length + 1, run.lines.length];
  return (
    <div className={css.steps}>
      <span>{t('fulfilment.lineOf', { number: format.number(number), count: format.number(count) })}</span>
      <ol aria-label={t('fulfilment.stepsLabel')}>
        {steps.map((step, at) => (
          <li key={step} data-done={at < now || undefined} aria-current={at === now ? 'step' : undefined}>
            {at < now && <IconCheck size={14} stroke={2} aria-hidden />}
            {step === 'plate' ? t(`fulfilment.steps.plate.${direction}`) : t(`fulfilment.steps.${step}`)}
          </li>
        ))}
      </ol>
    </div>
  );
}

/** Where to go and how many to take, for reading at arm's length. */
function Stop({ place, left, uom }: { place: PlaceFound; left: number; uom: string }) {
  const t = useText();
  const format = useFormat();
  return (
    <div className={css.stop}>
      <div>
        <span className={css.term}>{t('fulfilment.at')}</span>
        <span className={css.bin}>{place.location || t('fulfilment.nowhere')}</span>
      </div>
      <div>
        <span className={css.term}>{t('fulfilment.take')}</span>
        <span className={css.take}>
          <b>{format.number(Math.min(left, place.quantity))}</b> {uom}
        </span>
      </div>
    </div>
  );
}

/** What was scanned, each part in words. */
function useHeldParts(held: Held, isInbound: boolean): string[] {
  const t = useText();
  const format = useFormat();
  const { quantity, license, lot, noExpiry, location, unitsOf, lineId } = held;
  const parts: string[] = [];
  if (quantity === 'all') parts.push(t('fulfilment.heldAll'));
  else if (quantity !== null) parts.push(t('fulfilment.heldQuantity', { quantity: format.number(quantity) }));
  if (license) parts.push(t(isInbound ? 'fulfilment.heldPlate' : 'fulfilment.heldFrom', { license }));
  if (license === '') parts.push(t('fulfilment.heldNoPlate'));
  if (lot?.expire) parts.push(t('fulfilment.heldLotExpires', { lot: lot.lot, date: format.date(lot.expire) }));
  else if (lot) parts.push(t(noExpiry ? 'fulfilment.heldNoExpiry' : 'fulfilment.heldLot', { lot: lot.lot }));
  if (location) parts.push(t('fulfilment.heldLocation', { location }));
  if (unitsOf !== null && unitsOf === lineId) parts.push(t('fulfilment.counting'));
  return parts;
}

/** What was scanned and waits for the rest. */
function HeldFacts({ shipment, run, expected }: { shipment: Shipment; run: FulfilScan; expected: Expected }) {
  const t = useText();
  const { held } = run;
  const isInbound = shipment.direction === 'inbound';
  const parts = useHeldParts(held, isInbound);
  const isHolding = parts.length > 0 || (isInbound && held.isChosen);
  const offersNoPlate = isInbound && held.license === null;
  if (!isHolding && !offersNoPlate) return null;
  return (
    <div className={css.held}>
      {parts.length > 0 && (
        <ul className={css.chips} aria-label={t('fulfilment.held')}>
          {parts.map((part) => (
            <li key={part}>{part}</li>
          ))}
        </ul>
      )}
      <div className={css.heldActions}>
        {expected === 'expiry' && (
          <Button
            variant="default"
            className={css.touch ?? ''}
            onClick={() => run.tap({ noExpiry: true }, t('fulfilment.noExpiry'))}
          >
            {t('fulfilment.noExpiry')}
          </Button>
        )}
        {offersNoPlate && (
          <Button
            variant="default"
            className={css.touch ?? ''}
            onClick={() => run.tap({ license: '' }, t('fulfilment.noPlate'))}
          >
            {t('fulfilment.noPlate')}
          </Button>
        )}
        {isHolding && (
          <Button variant="default" className={css.touch ?? ''} onClick={run.startOver}>
            {t('fulfilment.startOver')}
          </Button>
        )}
      </div>
    </div>
  );
}

/** Where the item is, in the order in which it should be taken; a tap stands for a scan. */
function Places({ run, line, places }: { run: FulfilScan; line: FulfilmentLine; places: readonly PlaceFound[] }) {
  const t = useText();
  const format = useFormat();
  const left = leftOf(line);
  const { sku } = line.inventory;
  if (places.length === 0) return null;
  const choose = ({ license, lot, expire }: PlaceFound): Partial<Held> => ({
    lineId: line.id,
    isChosen: true,
    license,
    location: '',
    lot: lot ? { lot, expire } : null,
  });
  return (
    <section>
      <h3 className={css.subhead}>{t('fulfilment.places', { left: format.number(left) })}</h3>
      <ul className={css.places} aria-label={t('fulfilment.places', { left: format.number(left) })}>
        {places.slice(0, PLACES_SHOWN).map((place, at) => (
          <li key={`${place.license_id} ${place.lot_id}`}>
            <UnstyledButton
              className={css.place}
              data-first={at === 0 || undefined}
              onClick={() => run.tap(choose(place), place.license || sku)}
            >
              <span className={css.plate}>
                {place.license ? <Mono>{place.license}</Mono> : t('fulfilment.noPlate')}
              </span>
              <span className={css.where}>
                <span>
                  <IconMapPin size={14} stroke={1.7} aria-hidden />{' '}
                  {place.location ? <Mono>{place.location}</Mono> : t('fulfilment.nowhere')}{' '}
                  {place.location_type && t(place.location_type === 'P' ? 'fulfilment.picking' : 'fulfilment.storage')}
                </span>
                {(place.lot || place.expire) && (
                  <span>
                    {place.lot && <Mono>{place.lot}</Mono>}
                    {place.expire && ` ${t('fulfilment.expires', { date: format.date(place.expire) })}`}
                  </span>
                )}
              </span>
              <span className={css.there}>
                <b>{format.number(place.quantity)}</b>
                <span>{t(place.license ? 'fulfilment.onPlate' : 'fulfilment.onHand')}</span>
              </span>
            </UnstyledButton>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The lines with something left; a tap stands for scanning the item. */
export function OpenLines({ run }: { run: FulfilScan }) {
  const t = useText();
  const format = useFormat();
  const open = run.lines.filter(isOpen);
  const more = open.length - LINES_SHOWN;
  if (open.length === 0) return null;
  return (
    <section>
      <h3 className={css.subhead}>{t('fulfilment.linesLeft')}</h3>
      <ul className={css.lines} aria-label={t('fulfilment.linesLeft')}>
        {open.slice(0, LINES_SHOWN).map((line) => (
          <li key={line.id}>
            <UnstyledButton
              className={css.line}
              data-current={line.id === run.held.lineId || undefined}
              onClick={() => run.tap({ ...chosenLine(run.held, line.id) }, line.inventory.sku)}
            >
              <span className={css.lineItem}>
                <Mono>{line.inventory.sku}</Mono>
                <span className={css.muted}>{line.inventory.name}</span>
              </span>
              <span className={css.muted}>
                {t('fulfilment.lineLeft', { left: format.number(leftOf(line)), total: format.number(line.quantity) })}
              </span>
            </UnstyledButton>
          </li>
        ))}
      </ul>
      {more > 0 && <p className={css.muted}>{t('fulfilment.moreLines', { count: more })}</p>}
    </section>
  );
}

const chosenLine = (held: Held, lineId: number): Partial<Held> => ({
  lineId,
  isChosen: true,
  ...(held.lineId === lineId ? {} : { lot: null, noExpiry: false, bucketId: null, location: '', unitsOf: null }),
});
