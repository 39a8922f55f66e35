import {
  api,
  CONTAINERS_MAX,
  type FulfilmentLine,
  isShipmentEventAllowed,
  relationDisplayName,
  type Shipment,
} from '@longshore/contract';
import { Button } from '@mantine/core';
import { IconTrash, IconWand } from '@tabler/icons-react';
import { useNavigate, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { type ApiFailure, useRead, useWrite } from '../../../lib/api.ts';
import { showSuccess } from '../../../lib/failure.ts';
import { useFormat } from '../../../lib/format.ts';
import { useSession } from '../../../lib/session.ts';
import { type Translate, useText } from '../../../lib/text/text.ts';
import { Allowed } from '../../../ui/allowed.tsx';
import { BlankPage } from '../../../ui/blank-page.tsx';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { Loaded } from '../../../ui/detail/loaded.tsx';
import { OtherClient } from '../../../ui/detail/other-client.tsx';
import { useFormKeys } from '../../../ui/form/form-keys.ts';
import { FormProblems } from '../../../ui/form/form-page.tsx';
import { LeaveGuard } from '../../../ui/form/leave-guard.tsx';
import { handledByForm, type RecordForm, useRecordForm } from '../../../ui/form/use-record-form.ts';
import { lazyPart } from '../../../ui/lazy-part.tsx';
import { listAddress } from '../../../ui/list/list-address.ts';
import { PageHead } from '../../../ui/page-head.tsx';
import { RouteLink } from '../../../ui/route-link.tsx';
import { StatusPill } from '../../../ui/status-pill.tsx';
import { offerUndo } from '../../../ui/undo.tsx';
import { shipmentPills } from '../../orders/index.ts';
import { shipmentPath } from '../../records/index.ts';
import { CartonPapers } from '../print-menu.tsx';
import { rememberShipment } from '../shipment-cache.ts';
import { isLockedFor } from '../shipment-rules.ts';
import { shipmentsPath, useDirection } from '../shipment-words.ts';
import { AddCarton } from './add-carton.tsx';
import { CartonList } from './carton-list.tsx';
import { ItemSummary } from './item-summary.tsx';
import {
  type Carton,
  cartonsOf,
  drawCartonId,
  inputOf,
  PackDraft,
  packBalance,
  packProblems,
  packRest,
  replaced,
  weighed,
} from './pack-rules.ts';
import { PackScanField, type PackState } from './pack-scan.tsx';
import css from './packing.module.css';

const CartonDialog = lazyPart(() => import('./carton-dialog.tsx'));
const icon = { size: 16, stroke: 1.7 };

/** Packs a shipment into cartons, by scanning items into the open one or by picking lines. */
export function PackScreen() {
  const direction = useDirection();
  const { id = '' }: { id?: string } = useParams({ strict: false });
  const back = shipmentPath(direction, Number(id));
  const read = useRead(api.shipments.get, { params: { id: Number(id) } }, { staleTime: 0 });
  return (
    <Allowed access={api.shipments.pack.access} backTo={back}>
      <Loaded read={read} fresh backTo={back}>
        {(shipment) => <Packable key={shipment.id} shipment={shipment} back={back} />}
      </Loaded>
    </Allowed>
  );
}

function reasonNotToPack({ direction, status }: Shipment): 'inbound' | 'finished' | undefined {
  if (direction === 'inbound') return 'inbound';
  return isShipmentEventAllowed(status, 'pack') ? undefined : 'finished';
}

function Packable({ shipment, back }: { shipment: Shipment; back: string }) {
  const t = useText();
  const reason = reasonNotToPack(shipment);
  // Another start when the saved cartons were removed.
  if (!reason) return <Packing key={shipment.packed} shipment={shipment} back={back} />;
  return (
    <BlankPage title={t(`packing.cannot.${reason}`)}>
      <Button variant="default" component={RouteLink} href={back}>
        {t('forms.back')}
      </Button>
    </BlankPage>
  );
}

/** The spec's sentence for a refused save, followed by what is wrong. */
const namedFailure = (failure: ApiFailure, sentence: string): ApiFailure => {
  if (failure.status === 422) {
    failure.errors = { ...failure.errors, _: [sentence] };
    failure.keys = { ...failure.keys, _: [sentence] };
  }
  return failure;
};

function usePackForm(shipment: Shipment, back: string) {
  const t = useText();
  const navigate = useNavigate();
  const lines = shipment.shipment_lines;
  const pack = useWrite(api.shipments.pack, handledByForm);
  const params = { id: shipment.id };
  return useRecordForm({
    draft: `pack ${shipment.id}`,
    schema: PackDraft.superRefine(({ cartons }, context) => {
      for (const message of packProblems(lines, cartons))
        context.addIssue({ code: 'custom', path: ['cartons'], message });
    }),
    initial: { cartons: cartonsOf(shipment), held: [] },
    save: (draft) =>
      pack.mutateAsync({ params, body: inputOf(draft) }).catch((failure: ApiFailure) => {
        throw namedFailure(failure, t('packing.failed'));
      }),
    refusedInline: true,
    onSaved: (saved) => {
      rememberShipment({ ...shipment, ...saved });
      showSuccess(t('packing.saved', { id: saved.id, count: saved.containers.length }));
      void navigate({ href: back });
    },
  });
}

type Shown = { what: 'add' } | { what: 'edit'; id: string } | { what: 'deleteAll' };

/** The carton that units go into next: the last one; of a packed shipment the first, where people begin to read. */
const idToOpen = (cartons: readonly Carton[], lines: readonly FulfilmentLine[]): string =>
  (packBalance(lines, cartons).left > 0 ? cartons.at(-1) : cartons[0])?.id ?? '';

/** The cartons of the form, the open one among them, and what changes them. */
function useCartons(form: RecordForm<PackDraft>, lines: readonly FulfilmentLine[]) {
  const t = useText();
  const { cartons, held } = form.values;
  const [openId, setOpenId] = useState(() => idToOpen(cartons, lines));
  const weighAll = (next: readonly Carton[]) => next.map((one) => weighed(one, lines));
  const set = (next: readonly Carton[]) => form.set({ cartons: weighAll(next) });
  return {
    cartons,
    held,
    open: cartons.find(({ id }) => id === openId) ?? cartons.at(-1),
    setOpenId,
    setScanned: (next: PackState) => {
      form.set({ cartons: weighAll(next.cartons), held: [...next.held] });
      if (next.open) setOpenId(next.open.id);
    },
    setAll: (next: readonly Carton[]) => {
      set(next);
      setOpenId(idToOpen(next, lines));
    },
    change: (carton: Carton) => set(replaced(cartons, carton)),
    add: (carton: Carton) => {
      set([...cartons, carton]);
      setOpenId(carton.id);
    },
    remove: (id: string) => {
      const at = cartons.findIndex((one) => one.id === id);
      const removed = cartons[at];
      if (!removed) return;
      set(cartons.filter((one) => one.id !== id));
      const undo = async () => {
        const now = form.current().cartons;
        if (!now.some((one) => one.id === id)) set(now.toSpliced(at, 0, removed));
      };
      offerUndo({ done: t('packing.removed', { number: at + 1 }), undo });
    },
  };
}

function Packing({ shipment, back }: { shipment: Shipment; back: string }) {
  const form = usePackForm(shipment, back);
  const lines = shipment.shipment_lines.filter(({ quantity }) => quantity > 0);
  // A line that was lowered to 0 may still be in a carton of the draft.
  const allLines = [...lines, ...shipment.shipment_lines.filter(({ quantity }) => quantity === 0)];
  const { cartons, held, open, setAll, setOpenId, setScanned, change, add, remove } = useCartons(form, lines);
  const [shown, setShown] = useState<Shown>();
  const [note, setNote] = useState('');
  const navigate = useNavigate();
  useFormKeys({ save: () => void form.submit(), leave: () => void navigate({ href: back }) });
  const editedId = shown?.what === 'edit' ? shown.id : '';
  const printProblem = usePrintProblem(shipment, form.dirty);
  return (
    <div className={css.page}>
      <PackHead
        shipment={shipment}
        back={back}
        cartons={cartons}
        isSaving={form.saving}
        onPackAll={(next, remark) => {
          setAll(next);
          setNote(remark);
        }}
        onDeleteAll={() => setShown({ what: 'deleteAll' })}
        onSave={() => void form.submit()}
      />
      <div className={css.columns}>
        <div className={css.main}>
          <FormProblems form={form} />
          {note && (
            <p className={css.note} role="status">
              {note}
            </p>
          )}
          <PackScanField lines={lines} cartons={cartons} open={open} held={held} onChange={setScanned} />
          <CartonList
            lines={allLines}
            cartons={cartons}
            openId={open?.id ?? ''}
            onOpen={setOpenId}
            onEdit={(id) => setShown({ what: 'edit', id })}
            onChange={change}
            onRemove={remove}
          />
          <AddCarton onAdd={add} onDialog={() => setShown({ what: 'add' })} />
        </div>
        <ItemSummary lines={lines} cartons={cartons}>
          <CartonPapers id={shipment.id} cartons={shipment.carton_count} disabledBecause={printProblem} />
        </ItemSummary>
      </div>
      {(shown?.what === 'add' || editedId) && (
        <CartonDialog
          lines={lines}
          cartons={cartons}
          carton={cartons.find(({ id }) => id === editedId)}
          onSave={(carton) => (editedId ? change(carton) : add(carton))}
          onClose={() => setShown(undefined)}
        />
      )}
      {shown?.what === 'deleteAll' && <DeleteAll shipment={shipment} form={form} onClose={() => setShown(undefined)} />}
      <LeaveGuard form={form} />
    </div>
  );
}

/** Why the cartons cannot be printed: papers show what is saved, and a print is counted. */
function usePrintProblem(shipment: Shipment, isChanged: boolean): string | undefined {
  const t = useText();
  const { user } = useSession();
  if (isLockedFor(shipment, { userId: user.id })) return t('shipments.heldBy', { name: shipment.user?.name ?? '' });
  if (isChanged) return t('packing.saveBeforePrint');
  return shipment.packed ? undefined : t('papers.notPacked');
}

interface PackHeadProps {
  shipment: Shipment;
  back: string;
  cartons: readonly Carton[];
  isSaving: boolean;
  /** `remark` says what could not be packed. */
  onPackAll: (cartons: readonly Carton[], remark: string) => void;
  onDeleteAll: () => void;
  onSave: () => void;
}

/** What *Pack all* makes of the cartons, how many it added, and what could not be packed. */
function packAllOf(
  { shipment_lines: lines }: Shipment,
  cartons: readonly Carton[],
  t: Translate,
  format: ReturnType<typeof useFormat>,
) {
  const { cartons: next, unpacked, tooMany } = packRest(cartons, lines, drawCartonId);
  const found = lines.filter((line) => unpacked.includes(line.id)).map(({ inventory }) => inventory.sku);
  const skus = [...new Set(found)].join(', ');
  const remarks = [
    tooMany > 0 && t('packing.tooManyCartons', { needed: format.number(tooMany), max: format.number(CONTAINERS_MAX) }),
    skus && t('packing.noCartonUnit', { skus }),
  ];
  const count = tooMany > 0 ? 0 : next.length - cartons.filter(({ contents }) => contents.length > 0).length;
  return { cartons: next, count, remark: remarks.filter(Boolean).join(' ') };
}

function PackHead({ shipment, back, cartons, isSaving, onPackAll, onDeleteAll, onSave }: PackHeadProps) {
  const t = useText();
  const format = useFormat();
  const { user } = useSession();
  const { id, direction, status, order, courier, shipment_lines: lines, packed } = shipment;
  const { left, over } = packBalance(lines, cartons);
  const holder = isLockedFor(shipment, { userId: user.id }) ? shipment.user : null;
  const fillAll = () => {
    const { cartons: next, count, remark } = packAllOf(shipment, cartons, t, format);
    onPackAll(next, remark);
    if (count > 0) showSuccess(t('packing.packedAll', { count }));
  };
  const saveText = holder
    ? t('packing.saveLocked', { name: holder.name })
    : over > 0
      ? t('packing.saveOver', { over: format.number(over) })
      : left > 0
        ? t('packing.saveLeft', { left: format.number(left) })
        : t('packing.save');
  return (
    <div className={css.head}>
      <OtherClient id={shipment.client_id} />
      <PageHead
        title={t('packing.titleOf', { id })}
        crumbs={[
          { label: t(`navigation.shipments.${direction}`), href: listAddress(shipmentsPath(direction)) },
          { label: t('shipments.title', { id }), href: back },
          { label: t('packing.title') },
        ]}
        badge={
          <>
            <StatusPill status={shipmentPills[status]}>{t(`orders.shipmentStatuses.${status}`)}</StatusPill>
            <span className={css.about}>
              {[
                order.client.company,
                order.reference,
                relationDisplayName(order.relation.name, order.source.source),
                courier.name,
              ]
                .filter(Boolean)
                .join(', ')}
            </span>
          </>
        }
        actions={
          <>
            {(packed === 1 || cartons.length > 0) && (
              <Button
                variant="default"
                leftSection={<IconTrash {...icon} />}
                disabled={holder !== null}
                onClick={onDeleteAll}
              >
                {t('packing.deleteAll')}
              </Button>
            )}
            <Button
              variant="default"
              leftSection={<IconWand {...icon} />}
              title={t('packing.packAllHint')}
              disabled={left === 0}
              onClick={fillAll}
            >
              {t('packing.packAll')}
            </Button>
            <Button disabled={isSaving || holder !== null} onClick={onSave}>
              {saveText}
            </Button>
          </>
        }
      />
    </div>
  );
}

interface DeleteAllProps {
  shipment: Shipment;
  form: RecordForm<PackDraft>;
  onClose: () => void;
}

/** Removes the saved cartons, and what was changed of them here; cartons that are not saved only here. */
function DeleteAll({ shipment, form, onClose }: DeleteAllProps) {
  const t = useText();
  const { id, containers, packed } = shipment;
  const repack = useWrite(api.shipments.repack, {
    onSuccess: (cleared) => {
      form.removeDraft();
      rememberShipment({ ...shipment, ...cleared });
      onClose();
    },
  });
  return (
    <ConfirmDialog
      title={t('packing.deleteAllTitle')}
      text={t('packing.deleteAllText', { count: packed ? containers.length : form.values.cartons.length, id })}
      confirm={t('packing.deleteAll')}
      danger
      busy={repack.isPending}
      onConfirm={() => {
        if (packed) return repack.mutate({ params: { id } });
        form.set({ cartons: [] });
        onClose();
      }}
      onClose={onClose}
    />
  );
}
