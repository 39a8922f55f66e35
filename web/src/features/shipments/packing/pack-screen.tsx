import { api, type FulfilmentLine, isShipmentEventAllowed, type Shipment } from '@longshore/contract';
import { Button } from '@mantine/core';
import { useNavigate, useParams } from '@tanstack/react-router';
import { type ComponentType, useRef, useState } from 'react';
import { type ApiFailure, useRead, useWrite } from '../../../lib/api.ts';
import { showSuccess } from '../../../lib/failure.ts';
import { useSession } from '../../../lib/session.ts';
import { useText } from '../../../lib/text/text.ts';
import { Allowed } from '../../../ui/allowed.tsx';
import { BlankPage, BlankPart } from '../../../ui/blank-page.tsx';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { Loaded } from '../../../ui/detail/loaded.tsx';
import { useFormKeys } from '../../../ui/form/form-keys.ts';
import { FormProblems } from '../../../ui/form/form-page.tsx';
import { LeaveGuard } from '../../../ui/form/leave-guard.tsx';
import { handledByForm, type RecordForm, useRecordForm } from '../../../ui/form/use-record-form.ts';
import { lazyPart } from '../../../ui/lazy-part.tsx';
import { RouteLink } from '../../../ui/route-link.tsx';
import { offerUndo } from '../../../ui/undo.tsx';
import { shipmentPath } from '../../records/index.ts';
import { CartonPapers } from '../print-menu.tsx';
import { rememberShipment } from '../shipment-cache.ts';
import { isLockedFor } from '../shipment-rules.ts';
import { useDirection } from '../shipment-words.ts';
import { useShipmentRules } from '../use-shipment-rules.ts';
import { AddCarton } from './add-carton.tsx';
import { CartonList } from './carton-list.tsx';
import { ItemSummary } from './item-summary.tsx';
import { OneCarton } from './one-carton.tsx';
import { PackHead, type PackHeadProps } from './pack-head.tsx';
import {
  type Box,
  type Carton,
  cartonsOf,
  drawCartonId,
  inputOf,
  newCarton,
  onlyLine,
  PackDraft,
  packBalance,
  packProblems,
  putLineInto,
  replaceCarton,
  withWeight,
} from './pack-rules.ts';
import { PackScanField, type PackState } from './pack-scan.tsx';
import css from './packing.module.css';

const CartonDialog = lazyPart(() => import('./carton-dialog.tsx'));

/** Packs a shipment into cartons, by scanning items into the open one or by picking lines. */
export function PackScreen() {
  const direction = useDirection();
  const { id = '' }: { id?: string } = useParams({ strict: false });
  const back = shipmentPath(direction, Number(id));
  const read = useRead(api.shipments.get, { params: { id: Number(id) } }, { staleTime: 0 });
  return (
    <Allowed access={api.shipments.pack.access} backTo={back}>
      <Loaded read={read} fresh backTo={back}>
        {(shipment) => <Packable key={shipment.id} shipment={shipment} back={back} Head={PackHead} />}
      </Loaded>
    </Allowed>
  );
}

function reasonNotToPack({ direction, status }: Shipment): 'inbound' | 'finished' | undefined {
  if (direction === 'inbound') return 'inbound';
  return isShipmentEventAllowed(status, 'pack') ? undefined : 'finished';
}

interface PackableProps {
  shipment: Shipment;
  /** Where it leads when it is saved or left. */
  back: string;
  /** The head of the frame that it is in. */
  Head: ComponentType<PackHeadProps>;
  /** The frame has the title already. */
  inPage?: boolean;
}

/** The packing of a shipment, or why it cannot be packed. */
export function Packable({ shipment, back, Head, inPage = false }: PackableProps) {
  const Blank = inPage ? BlankPart : BlankPage;
  const t = useText();
  const reason = reasonNotToPack(shipment);
  // Starts anew when the saved cartons were removed.
  if (!reason) return <Packing key={shipment.packed} shipment={shipment} back={back} Head={Head} />;
  return (
    <Blank title={t(`packing.cannot.${reason}`)}>
      <Button variant="default" component={RouteLink} href={back}>
        {t('forms.back')}
      </Button>
    </Blank>
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

/** `next` is where a save leads to. */
function usePackForm(shipment: Shipment, next: { readonly current: string }) {
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
      void navigate({ href: next.current });
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
  const weighAll = (next: readonly Carton[]) => next.map((one) => withWeight(one, lines));
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
    change: (carton: Carton) => set(replaceCarton(cartons, carton)),
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

/** The page where the label of a packed shipment is bought; undefined when this person buys none. */
function useLabelPage(shipment: Shipment): string | undefined {
  const { can } = useSession();
  const hasLabels = useShipmentRules(shipment).panel('labels') && can(api.labels.buy.access);
  return hasLabels ? shipmentPath(shipment.direction, shipment.id) : undefined;
}

function Packing({ shipment, back, Head }: PackableProps) {
  const next = useRef(back);
  const form = usePackForm(shipment, next);
  const labelPage = useLabelPage(shipment);
  const saveTo = (page: string) => {
    next.current = page;
    return form.submit();
  };
  const lines = shipment.shipment_lines.filter(({ quantity }) => quantity > 0);
  // A line that was lowered to 0 may still be in a carton of the draft.
  const allLines = [...lines, ...shipment.shipment_lines.filter(({ quantity }) => quantity === 0)];
  const { cartons, held, open, setAll, setOpenId, setScanned, change, add, remove } = useCartons(form, lines);
  const [shown, setShown] = useState<Shown>();
  const [note, setNote] = useState('');
  const navigate = useNavigate();
  const only = onlyLine(lines, form.values);
  const packInOne = (line: FulfilmentLine, box: Box) => {
    setAll([putLineInto(newCarton(drawCartonId(), box), line)]);
    void saveTo(labelPage ?? back);
  };
  useFormKeys({ save: () => void saveTo(back), leave: () => void navigate({ href: back }) });
  const editedId = shown?.what === 'edit' ? shown.id : '';
  const printProblem = usePrintProblem(shipment, form.dirty);
  return (
    <div className={css.page}>
      <Head
        shipment={shipment}
        back={back}
        cartons={cartons}
        isSaving={form.saving}
        onPackAll={(next, remark) => {
          setAll(next);
          setNote(remark);
        }}
        onDeleteAll={() => setShown({ what: 'deleteAll' })}
        onSave={() => void saveTo(back)}
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
          {only && (
            <OneCarton
              line={only}
              leadsToLabel={labelPage !== undefined}
              isBusy={form.saving}
              onChoose={(box) => packInOne(only, box)}
            />
          )}
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
