import {
  api,
  type Freight,
  type FreightBookingInput,
  type FreightBookingState,
  type Shipment,
} from '@longshore/contract';
import { Alert, Button } from '@mantine/core';
import { useState } from 'react';
import { refresh, remember, useRead, useWrite } from '../../lib/api.ts';
import { showSuccess } from '../../lib/failure.ts';
import { useFormat } from '../../lib/format.ts';
import { useSession } from '../../lib/session.ts';
import { translateReason, useText } from '../../lib/text/text.ts';
import { SidePanel } from '../../ui/detail/detail-page.tsx';
import { Facts } from '../../ui/detail/facts.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { type PillStatus, StatusPill } from '../../ui/status-pill.tsx';
import css from './shipments.module.css';
import { useShipmentRules } from './use-shipment-rules.ts';

const FreightDialog = lazyPart(() => import('./freight-dialog.tsx'));

/** While a booking has no answer, in case a message of the server is missed. */
const WAITING_MS = 10_000;

const PILLS: Record<FreightBookingState, PillStatus> = {
  none: 'disabled',
  wanted: 'processed',
  refused: 'refused',
  SUBMITTED: 'processed',
  CONFIRMED: 'finished',
  REJECTED: 'refused',
  CANCELLED: 'cancelled',
};

/** Shown where freight can be booked, and where it was. */
export function FreightPanel({ shipment }: { shipment: Shipment }) {
  const t = useText();
  const [isSlow, setSlow] = useState(true);
  const { data } = useRead(
    api.freight.get,
    { params: { id: shipment.id } },
    isSlow ? {} : { refetchInterval: WAITING_MS },
  );
  if (data && (data.state !== 'wanted') !== isSlow) setSlow(!isSlow);
  if (!data || (!data.is_offered && data.state === 'none')) return null;
  return (
    <SidePanel
      title={t('freight.title')}
      action={<StatusPill status={PILLS[data.state]}>{t(`freight.states.${data.state}`)}</StatusPill>}
    >
      <div className={css.marketplace}>
        <FreightState shipment={shipment} freight={data} />
      </div>
    </SidePanel>
  );
}

interface FreightProps {
  shipment: Shipment;
  freight: Freight;
}

const nameIn = (list: Freight['lists']['serviceName'], code: string) =>
  list.find((choice) => choice.code === code)?.name ?? code;

function Booked({ freight: { chosen, lists, ...freight } }: { freight: Freight }) {
  const format = useFormat();
  if (!chosen) return null;
  const terms = [nameIn(lists.transportMode, chosen.transportMode), nameIn(lists.quoteType, chosen.quoteType)];
  return (
    <div className={css.sideFacts}>
      <Facts
        items={[
          { label: 'freight.booking', value: freight.booking_id, mono: true, copy: freight.booking_id },
          {
            label: 'freight.bookedAt',
            value: freight.booked_at && format.dateTime(freight.booked_at),
            second: freight.user,
          },
          { label: 'freight.service', value: nameIn(lists.serviceName, chosen.serviceName), second: terms.join(' · ') },
          { label: 'freight.terms', value: chosen.incoCode },
          { label: 'freight.ready', value: format.date(chosen.readyDate) },
        ]}
      />
    </div>
  );
}

function FreightState({ shipment, freight }: FreightProps) {
  const t = useText();
  const { state, problem, problem_key } = freight;
  return (
    <>
      {problem && (
        <Alert color={state === 'wanted' ? 'yellow' : 'red'} variant="light" role="alert">
          {translateReason(t, problem_key, problem)}
        </Alert>
      )}
      {state === 'wanted' && <p className={css.none}>{t('freight.waiting')}</p>}
      {!freight.is_connected && <p className={css.none}>{t('freight.notConnected')}</p>}
      <Booked freight={freight} />
      <Actions shipment={shipment} freight={freight} />
    </>
  );
}

function Actions({ shipment, freight }: FreightProps) {
  const t = useText();
  const { can } = useSession();
  const rules = useShipmentRules(shipment);
  const [isOpen, setOpen] = useState(false);
  const params = { id: shipment.id };
  const again = useWrite(api.freight.book, {
    onSuccess: (answer) => {
      remember(api.freight.get, { params }, answer);
      showSuccess(t('freight.booked'));
    },
    onFailure: () => {
      void refresh(api.freight.get, { params });
      return undefined;
    },
  });
  const isOver = freight.state !== 'SUBMITTED' && freight.state !== 'CONFIRMED';
  if (!can(api.freight.book.access) || !freight.is_connected || !freight.is_offered || !isOver) return null;
  if (!rules.button('prepare')) return null;
  const { chosen } = freight;
  const askAgain = (body: FreightBookingInput) => again.mutate({ params, body });
  if (freight.state === 'wanted' && chosen)
    return (
      <Button variant="default" loading={again.isPending} onClick={() => askAgain(chosen)}>
        {t('freight.askAgain')}
      </Button>
    );
  return (
    <>
      <Button variant="default" onClick={() => setOpen(true)}>
        {t(freight.state === 'none' ? 'freight.book' : 'freight.bookAgain')}
      </Button>
      {isOpen && <FreightDialog shipment={shipment} freight={freight} onClose={() => setOpen(false)} />}
    </>
  );
}
