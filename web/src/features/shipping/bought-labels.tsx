import { api, type Label, type Shipment, type ShipmentLabels } from '@longshore/contract';
import { Button } from '@mantine/core';
import { IconPrinter } from '@tabler/icons-react';
import { useState } from 'react';
import { remember, useWrite } from '../../lib/api.ts';
import { formatMoney, useFormat } from '../../lib/format.ts';
import { useSession } from '../../lib/session.ts';
import { translateReason, useText } from '../../lib/text/text.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Section } from '../../ui/detail/detail-page.tsx';
import { Mono } from '../../ui/mono.tsx';
import { StatusPill } from '../../ui/status-pill.tsx';
import { LabelPicture } from './label-picture.tsx';
import { PILLS, useLabels, wayOf } from './label-state.ts';
import css from './shipping.module.css';

/** The labels of a shipment, below its lines: those that count first, voided and refused ones after them. */
export function BoughtLabels({ shipment }: { shipment: Shipment }) {
  const t = useText();
  const { data } = useLabels(shipment.id);
  const format = useFormat();
  // A carton without a number of its own is called as the panel calls it.
  const all = data?.labels.map((label) => {
    const at = data.parcels.findIndex(({ container_id }) => container_id === label.container_id);
    return { ...label, own_number: label.own_number || (at < 0 ? '' : format.number(at + 1)) };
  });
  const counting = all?.filter(({ state }) => state === 'bought' || state === 'asked') ?? [];
  const gone = all?.filter(({ state }) => state === 'voiding' || state === 'voided') ?? [];
  if (counting.length + gone.length === 0) return null;
  return (
    <Section
      title={t('labels.title')}
      count={counting.length}
      action={data && counting.length > 1 && <PrintAll shipment={shipment} labels={data} />}
    >
      <ul className={css.labels}>
        {counting.map((label) => (
          <LabelRow key={label.id} label={label} shipment={shipment} />
        ))}
        {gone.map((label) => (
          <GoneRow key={label.id} label={label} />
        ))}
      </ul>
    </Section>
  );
}

/** All labels that are there as one file. */
function PrintAll({ shipment, labels: { labels_url, labels } }: { shipment: Shipment; labels: ShipmentLabels }) {
  const t = useText();
  const printed = usePrinted(shipment);
  if (!labels_url) return null;
  const ids = labels.filter(({ state, label_url }) => state === 'bought' && label_url).map(({ id }) => id);
  return (
    <Button
      component="a"
      href={labels_url}
      target="_blank"
      rel="noreferrer"
      variant="subtle"
      size="xs"
      leftSection={<IconPrinter size={14} stroke={1.7} aria-hidden />}
      onClick={() => printed.mutate({ params: { id: shipment.id }, body: { ids } })}
    >
      {t('labels.printAll')}
    </Button>
  );
}

const usePrinted = ({ id }: Shipment) =>
  useWrite(api.labels.printed, {
    onSuccess: (labels) => remember(api.labels.get, { params: { id } }, labels),
    // Only the mark "printed" is missing: the printing itself has worked.
    onFailure: () => true,
  });

interface RowProps {
  label: Label;
  shipment: Shipment;
}

function useLabelWords(label: Label) {
  const t = useText();
  const { place } = useFormat();
  const service = [label.carrier, label.service].filter(Boolean).join(' ');
  const carton = label.own_number ? t('labels.carton', { name: label.own_number }) : '';
  return {
    /** What the label is called in the names of its buttons. */
    name: label.tracking_number || carton,
    about: carton ? t('labels.about', { carton, service }) : service,
    price: formatMoney(label.cost, place, label.currency),
  };
}

function LabelRow({ label, shipment }: RowProps) {
  const t = useText();
  const { name, about, price } = useLabelWords(label);
  const state = label.is_unknown ? 'unknown' : label.state;
  return (
    <li className={css.label}>
      <LabelPicture name={t('labels.picture', { name })} isEmpty={label.state !== 'bought'} />
      <div className={css.labelBody}>
        <div className={css.labelHead}>
          {label.tracking_number && (
            <span className={css.waybill}>
              <Mono>{label.tracking_number}</Mono>
              <CopyButton value={label.tracking_number} label={t('labels.waybill')} />
            </span>
          )}
          <StatusPill status={label.is_unknown ? 'attention' : PILLS[label.state]}>
            {t(`labels.states.${state}`)}
          </StatusPill>
          {label.state === 'bought' && <LabelButtons label={label} shipment={shipment} />}
        </div>
        <span>
          {about} <b className={css.price}>{price}</b>
        </span>
        <Bought label={label} />
        {label.problem && <span className={css.bad}>{translateReason(t, label.problem_key, label.problem)}</span>}
        {label.state === 'bought' && <Way label={label} name={name} />}
      </div>
    </li>
  );
}

function Bought({ label }: { label: Label }) {
  const t = useText();
  const format = useFormat();
  if (label.is_unknown)
    return <span className={css.amber}>{t('labels.askingUnknown', { carrier: label.carrier })}</span>;
  if (label.state !== 'bought') return null;
  const isOver = Date.parse(label.expires_at) <= Date.now();
  return (
    <span className={css.second}>
      {t(isOver ? 'labels.boughtExpired' : 'labels.boughtBy', {
        at: format.short(label.created_at),
        user: label.user,
        date: format.date(label.expires_at),
      })}
    </span>
  );
}

function LabelButtons({ label, shipment }: RowProps) {
  const t = useText();
  const { can } = useSession();
  const { name } = useLabelWords(label);
  const [isVoiding, setVoiding] = useState(false);
  const printed = usePrinted(shipment);
  return (
    <span className={css.labelButtons}>
      {label.label_url ? (
        <Button
          component="a"
          href={label.label_url}
          target="_blank"
          rel="noreferrer"
          variant="default"
          size="xs"
          aria-label={t('labels.printNamed', { name })}
          leftSection={<IconPrinter size={14} stroke={1.7} aria-hidden />}
          onClick={() => printed.mutate({ params: { id: shipment.id }, body: { ids: [label.id] } })}
        >
          {t('labels.print')}
        </Button>
      ) : (
        <span className={css.muted}>{t('labels.preparing')}</span>
      )}
      {can(api.labels.void.access) && (
        <Button
          variant="default"
          size="xs"
          aria-label={t('labels.voidNamed', { name })}
          onClick={() => setVoiding(true)}
        >
          {t('labels.void')}
        </Button>
      )}
      {isVoiding && <VoidLabelDialog label={label} shipment={shipment} onClose={() => setVoiding(false)} />}
    </span>
  );
}

function VoidLabelDialog({ label, shipment, onClose }: RowProps & { onClose: () => void }) {
  const t = useText();
  const ask = useWrite(api.labels.void, {
    onSuccess: (labels) => {
      remember(api.labels.get, { params: { id: shipment.id } }, labels);
      onClose();
    },
  });
  return (
    <ConfirmDialog
      title={t('labels.voidTitle')}
      text={t('labels.voidText', { carrier: label.carrier, waybill: label.tracking_number })}
      confirm={t('labels.voidConfirm')}
      danger
      busy={ask.isPending}
      onConfirm={() => ask.mutate({ params: { id: label.id } })}
      onClose={onClose}
    />
  );
}

/** How far the parcel is, as a bar of steps. */
function Way({ label, name }: { label: Label; name: string }) {
  const t = useText();
  const format = useFormat();
  const way = wayOf(label);
  const last = way.filter(({ isReached }) => isReached).at(-1)?.step ?? 'bought';
  const scan = label.tracking.at(-1);
  return (
    <>
      <ol className={css.way} aria-label={t('labels.way', { name, step: t(`labels.steps.${last}`) })}>
        {way.map(({ step, isReached }) => (
          <li
            key={step}
            data-reached={isReached || undefined}
            data-bad={(isReached && (step === 'returned' || step === 'failure')) || undefined}
          >
            {t(`labels.steps.${step}`)}
          </li>
        ))}
      </ol>
      {scan && (
        <span className={css.second}>
          {[format.short(scan.at), scan.text, scan.place].filter(Boolean).join(', ')}
          {label.tracking_url && (
            <>
              {' · '}
              <a href={label.tracking_url} target="_blank" rel="noopener noreferrer">
                {t('labels.track', { carrier: label.carrier })}
              </a>
            </>
          )}
        </span>
      )}
    </>
  );
}

/** A voided label stays, with what became of its money. */
function GoneRow({ label }: { label: Label }) {
  const t = useText();
  const format = useFormat();
  const { about, price } = useLabelWords(label);
  const isDone = label.state === 'voided';
  return (
    <li className={css.gone}>
      <s className={css.struck}>
        <Mono>{label.tracking_number}</Mono>
      </s>
      <StatusPill status={PILLS[label.state]}>{t(`labels.states.${label.state}`)}</StatusPill>
      <span className={css.goneText}>
        {t('labels.gone', {
          about,
          price,
          outcome:
            isDone && label.voided_at
              ? t('labels.voidDone', { date: format.date(label.voided_at) })
              : t('labels.voidAsked'),
        })}
      </span>
    </li>
  );
}
