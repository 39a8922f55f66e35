import { type Allocation, api, type Shipment } from '@longshore/contract';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { type ApiFailure, useRead, useWrite } from '../../../lib/api.ts';
import { refusalOf, showSuccess } from '../../../lib/failure.ts';
import { useFormat } from '../../../lib/format.ts';
import { translateMessage, translateReason, useText } from '../../../lib/text/text.ts';
import { mayLeave } from '../../../lib/unsaved.ts';
import { type LineColumn, LineTable, TwoLines } from '../../../ui/detail/line-table.tsx';
import { Loaded } from '../../../ui/detail/loaded.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { focusWhenShown } from '../../../ui/focus-when-shown.ts';
import { errorsOf } from '../../../ui/form/apply-422.ts';
import { LeaveGuard, LeaveQuestion } from '../../../ui/form/leave-guard.tsx';
import { QuantityInput } from '../../../ui/form/number-fields.tsx';
import { Mono } from '../../../ui/mono.tsx';
import { rememberShipment, withFulfilled } from '../shipment-cache.ts';
import { FoundSelect, useSearchText } from './found-select.tsx';
import css from './fulfil.module.css';
import { leftOf } from './fulfil-scans.ts';
import { forgetLineFacts, withoutPlate } from './line-facts.ts';
import {
  bodyOf,
  changed,
  choicesFor,
  type DraftPick,
  draftOf,
  overLines,
  placeKey,
  placeOf,
  unitsOf,
} from './quick-fulfil-rules.ts';

interface QuickFulfilProps {
  shipment: Shipment;
  onClose: () => void;
}

/** What quick fulfil would do, with the reason of each choice; it can be changed before it is posted. */
export default function QuickFulfilDialog({ shipment, onClose }: QuickFulfilProps) {
  const t = useText();
  const [hasChanges, setHasChanges] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const close = () => {
    // The Esc that answers the question arrives here too.
    if (isAsking) return;
    if (hasChanges) setAsking(true);
    else onClose();
  };
  const read = useRead(
    api.shipments.proposal,
    { params: { id: shipment.id } },
    // Read anew each time: stock moves.
    { staleTime: 0, gcTime: 0 },
  );
  return (
    <Dialog
      title={t('fulfilment.quick.title', { id: shipment.id })}
      size={1040}
      closeOnClickOutside={false}
      onClose={close}
    >
      <LeaveGuard form={{ dirty: hasChanges, wouldLose: () => hasChanges && !mayLeave() }} />
      {isAsking && <LeaveQuestion onLeave={onClose} onStay={() => setAsking(false)} />}
      {read.error && read.error.status === 400 ? (
        <p role="alert">{refusalOf(read.error, t)}</p>
      ) : (
        <Loaded read={read} inPage backTo={`/f/${shipment.direction}/${shipment.id}`}>
          {(proposal) => (
            <Proposal
              shipment={shipment}
              proposal={proposal}
              onChanged={setHasChanges}
              onCancel={close}
              onClose={onClose}
            />
          )}
        </Loaded>
      )}
    </Dialog>
  );
}

interface ProposalProps extends QuickFulfilProps {
  proposal: Allocation;
  /** Told whether a choice is no longer the proposed one: closing then asks. */
  onChanged: (hasChanges: boolean) => void;
  onCancel: () => void;
}

/** Sends the choices; a refusal is shown in the dialog, and an expired lot is asked about. */
function usePosting({ shipment, proposal, onClose }: ProposalProps, rows: readonly DraftPick[]) {
  const t = useText();
  const [problem, setProblem] = useState('');
  const [isExpired, setExpired] = useState(false);
  const post = useWrite(api.shipments.fulfilAll, {
    onSuccess: (saved) => {
      forgetLineFacts();
      rememberShipment(withFulfilled(shipment, saved));
      showSuccess(t('fulfilment.quick.done', { id: shipment.id, count: unitsOf(rows) }));
      onClose();
    },
    onFailure: (failure: ApiFailure) => {
      if (failure.status !== 400 && failure.status !== 422) return false;
      const isRefusedAsExpired = Object.keys(failure.keys ?? {}).some((field) => field.endsWith('allow_expired'));
      const [first] = failure.status === 422 ? Object.values(errorsOf(failure)) : [];
      setExpired(isRefusedAsExpired);
      setProblem(first ? translateMessage(t, first) : refusalOf(failure, t));
      return true;
    },
  });
  const send = (allowExpired: 0 | 1) => {
    setProblem('');
    post.mutate({ params: { id: shipment.id }, body: bodyOf(rows, proposal.short.length > 0, allowExpired) });
  };
  // What was refused, and confirmed or not, was another choice.
  const forget = () => {
    setProblem('');
    setExpired(false);
  };
  return { send, forget, problem, isExpired, isPending: post.isPending };
}

function Proposal(props: ProposalProps) {
  const { shipment, proposal, onChanged, onCancel } = props;
  const t = useText();
  const [rows, setRows] = useState(() => draftOf(proposal));
  const { send, forget, problem, isExpired, isPending } = usePosting(props, rows);
  const lines = new Map(shipment.shipment_lines.map((line) => [line.id, line]));
  const over = overLines(rows, (id) => {
    const line = lines.get(id);
    return line ? leftOf(line) : 0;
  });
  const isBad = rows.some(({ quantity }) => !Number.isInteger(quantity) || quantity < 0) || over.length > 0;
  const units = unitsOf(rows);
  const set = (row: DraftPick, change: Parameters<typeof changed>[1]) => {
    forget();
    const next = rows.map((one) => (one.key === row.key ? changed(one, change) : one));
    setRows(next);
    onChanged(next.some(({ isChanged }) => isChanged));
  };
  const columns = useColumns(shipment, set, over);
  if (rows.length === 0 && proposal.short.length === 0) return <EmptyState title={t('fulfilment.quick.nothing')} />;
  return (
    <>
      <p className={css.hint}>
        {t(shipment.direction === 'inbound' ? 'fulfilment.quick.hintInbound' : 'fulfilment.quick.hint')}
      </p>
      <LineTable label={t('fulfilment.quick.action')} rows={rows} rowKey={({ key }) => key} columns={columns} />
      <Shortage proposal={proposal} />
      {problem && (
        <p className={css.shortage} role="alert">
          {problem}
        </p>
      )}
      <div className={css.foot}>
        <Button variant="default" onClick={onCancel}>
          {t('common.cancel')}
        </Button>
        {isExpired ? (
          <Button color="red" disabled={isPending || isBad} onClick={() => send(1)}>
            {t('fulfilment.takeAnyway')}
          </Button>
        ) : (
          <Button ref={focusWhenShown} disabled={isPending || isBad || units === 0} onClick={() => send(0)}>
            {t('fulfilment.quick.post', { count: units })}
          </Button>
        )}
      </div>
    </>
  );
}

/** Units for which the rule found no place. */
export function Shortage({ proposal: { short } }: { proposal: Allocation }) {
  const t = useText();
  const format = useFormat();
  if (short.length === 0) return null;
  return (
    <div className={css.shortage}>
      <b>{t('fulfilment.quick.short')}</b>
      <ul>
        {short.map(({ line_id, sku, quantity }) => (
          <li key={line_id}>{t('fulfilment.quick.shortOf', { sku, quantity: format.number(quantity) })}</li>
        ))}
      </ul>
    </div>
  );
}

/** The number of a line on the shipment's page. */
const numberOf = ({ shipment_lines }: Shipment, lineId: number) =>
  shipment_lines.findIndex(({ id }) => id === lineId) + 1;

type SetRow = (row: DraftPick, change: Parameters<typeof changed>[1]) => void;

function useColumns(shipment: Shipment, set: SetRow, over: readonly number[]): LineColumn<DraftPick>[] {
  const t = useText();
  const isOutbound = shipment.direction === 'outbound';
  return [
    {
      header: 'fulfilment.quick.item',
      render: ({ pick }) => <TwoLines first={<Mono>{pick.sku}</Mono>} second={pick.name} />,
    },
    ...(isOutbound
      ? [
          {
            header: 'fulfilment.quick.from' as const,
            render: (row: DraftPick) => <PlaceChoice shipment={shipment} row={row} set={set} />,
          },
        ]
      : []),
    {
      header: 'fulfilment.quick.reason',
      long: true,
      render: ({ pick, isChanged }) => (
        <span className={css.reason}>
          {isChanged ? t('fulfilment.quick.changed') : translateReason(t, pick.reason_key, pick.reason)}
        </span>
      ),
    },
    {
      header: 'fulfilment.quick.quantity',
      right: true,
      render: (row) => (
        <QuantityInput
          className={css.quantity ?? ''}
          aria-label={`${t('fulfilment.quick.quantity')} ${row.pick.sku} ${row.license}`}
          value={row.quantity}
          set={(quantity) => set(row, { quantity })}
          error={
            over.includes(row.pick.line_id)
              ? t('fulfilment.quick.overLine', { n: numberOf(shipment, row.pick.line_id) })
              : undefined
          }
        />
      ),
    },
  ];
}

/** The place of a choice; the other places of the item are read when the list is opened. */
function PlaceChoice({ shipment, row, set }: { shipment: Shipment; row: DraftPick; set: SetRow }) {
  const t = useText();
  const format = useFormat();
  const [isOpened, setOpened] = useState(false);
  const search = useSearchText();
  const { pick } = row;
  const body = {
    client_id: shipment.client_id,
    inventory_id: pick.inventory_id,
    license: search.text,
    action: 'outbound' as const,
  };
  const { data: found = [], isFetching } = useRead(
    api.shipments.findPlaces,
    { body },
    { enabled: isOpened, keepPrevious: true },
  );
  const places = withoutPlate(found);
  const choices = search.text ? places : choicesFor(row, places);
  return (
    <FoundSelect
      className={css.placeChoice ?? ''}
      aria-label={`${t('fulfilment.quick.from')} ${pick.sku}`}
      search={search}
      isFetching={isFetching}
      nothing={t('fulfilment.noneHere')}
      found={choices.map(({ license, lot_id, lot, location, expire, quantity }) => ({
        value: placeKey(license, lot_id),
        label: [
          license || t('fulfilment.heldNoPlate'),
          location,
          lot,
          expire && t('fulfilment.expires', { date: format.date(expire) }),
          isOpened && format.number(quantity),
        ]
          .filter(Boolean)
          .join(' · '),
      }))}
      onDropdownOpen={() => setOpened(true)}
      value={placeKey(row.license, row.lotId)}
      onChoose={(key) => set(row, placeOf(key))}
    />
  );
}
