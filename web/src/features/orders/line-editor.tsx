import { api, directionOf, type InventoryOption, ORDER_LINES_MAX, type OrderType } from '@longshore/contract';
import { Button } from '@mantine/core';
import { useRef, useState } from 'react';
import { call } from '../../lib/api.ts';
import { showFailure, showSuccess } from '../../lib/failure.ts';
import { translateMessage, useText } from '../../lib/text/text.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import type { RecordForm } from '../../ui/form/use-record-form.ts';
import { ScanRefusal } from '../../ui/scan/scan-refusal.tsx';
import { playTone } from '../../ui/scan/scan-tone.ts';
import { useScan } from '../../ui/scan/use-scan.tsx';
import { useFocusNext } from '../../ui/use-focus-next.ts';
import { ItemPicker, type PickerHandle } from '../inventory/index.ts';
import { type DraftLine, linesOfAll, newLine, readScan } from './draft-lines.ts';
import { LineRow } from './line-row.tsx';
import type { OrderDraft } from './order-draft.ts';
import css from './orders.module.css';

export const pickerId = (form: { id: string }) => `${form.id}-lines`;
const quantityId = (form: { id: string }, index: number) => `${form.id}-lines.${index}.quantity`;

interface LineEditorProps {
  form: RecordForm<OrderDraft>;
  type: OrderType;
  /** The client whose items are offered. */
  clientId: number | undefined;
}

/** The lines of an order: found or scanned one after the other, or all that has stock. */
export function LineEditor({ form, type, clientId }: LineEditorProps) {
  const t = useText();
  const picker = useRef<PickerHandle>(null);
  const focusNext = useFocusNext();
  const { lines } = form.values;
  const [refusal, setRefusal] = useState<{ step: number; why: string }>();
  const setLines = (next: DraftLine[]) => form.set({ lines: next });
  /** An item that is listed already is not added again: its quantity is what people mean to change. */
  const add = (option: InventoryOption, quantity: number | undefined, isListed: boolean) => {
    setRefusal(undefined);
    // Scans follow each other faster than the lines are rendered.
    const { lines } = form.current();
    const listed = lines.findIndex(({ inventory_id }) => inventory_id === option.inventory.id);
    if (listed < 0) setLines([...lines, newLine(option, type, quantity)]);
    // After a code the focus stays: the next one may be on its way, and would become a quantity.
    if (isListed) focusNext(quantityId(form, listed < 0 ? lines.length : listed));
    else if (listed >= 0) refuse(t('orders.form.isListed', { sku: option.inventory.sku, line: listed + 1 }));
  };
  const refuse = (why: string) => {
    playTone('bad');
    setRefusal((before) => ({ step: (before?.step ?? 0) + 1, why }));
  };
  // Wherever the focus is: what is scanned while an order is written is an item of it.
  useScan(({ text }) => picker.current?.scan(text));
  const error = form.field('lines').error;
  return (
    <section className={css.lines} aria-label={t('orders.lines')}>
      <div className={css.linesHead}>
        <h2>
          {t('orders.lines')} <span className={css.muted}>{lines.length}</span>
        </h2>
        <AddAll form={form} type={type} clientId={clientId} />
      </div>
      {refusal && (
        <ScanRefusal step={refusal.step} clearLabel={t('common.close')} onClear={() => setRefusal(undefined)}>
          <span>{refusal.why}</span>
        </ScanRefusal>
      )}
      {lines.length === 0 ? (
        <EmptyState title={t('orders.form.noLines')} hint={t('orders.form.noLinesHint')} />
      ) : (
        <table className={css.lineTable} aria-label={t('orders.lines')}>
          <LineHead needsStock={directionOf(type) === 'outbound'} />
          <tbody>
            {lines.map((line, index) => (
              <LineRow
                key={line.inventory_id}
                form={form}
                index={index}
                line={line}
                needsStock={directionOf(type) === 'outbound'}
                onDone={() => picker.current?.focus()}
                onRemove={() => {
                  setLines(form.current().lines.filter(({ inventory_id }) => inventory_id !== line.inventory_id));
                  picker.current?.focus();
                }}
              />
            ))}
          </tbody>
        </table>
      )}
      <div className={css.picker}>
        <ItemPicker
          label="orders.form.findItem"
          hint={t('orders.form.enterAdds')}
          id={pickerId(form)}
          error={error && translateMessage(t, error)}
          {...(clientId ? { clientId } : {})}
          readScan={readScan}
          keysElsewhere
          handle={picker}
          onPick={add}
          onRefused={refuse}
        />
      </div>
    </section>
  );
}

function LineHead({ needsStock }: { needsStock: boolean }) {
  const t = useText();
  return (
    <thead>
      <tr>
        <th scope="col">{t('orders.form.item')}</th>
        {needsStock && <th scope="col">{t('orders.form.available')}</th>}
        <th scope="col">{t('orders.form.quantity')}</th>
        <th scope="col">{t('orders.form.price')}</th>
        <th scope="col">{t('orders.form.total')}</th>
        <td />
      </tr>
    </thead>
  );
}

/** Adds a line for every item with units available, at price 0. */
function AddAll({ form, type, clientId }: LineEditorProps) {
  const t = useText();
  const [busy, setBusy] = useState(false);
  const addAll = async () => {
    setBusy(true);
    try {
      const items = await call(api.orders.availables, { query: clientId ? { client_id: clientId } : {} });
      const { lines } = form.current();
      const added = linesOfAll(items, lines, type).slice(0, ORDER_LINES_MAX - lines.length);
      form.set({ lines: [...lines, ...added] });
      showSuccess(added.length ? t('orders.form.added', { count: added.length }) : t('orders.form.addAllNone'));
    } catch (error) {
      showFailure(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button variant="subtle" size="compact-sm" disabled={busy} onClick={() => void addAll()}>
      {t('orders.form.addAll')}
    </Button>
  );
}
