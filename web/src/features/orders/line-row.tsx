import { ActionIcon, Tooltip } from '@mantine/core';
import { IconAlertTriangle, IconMessage, IconX } from '@tabler/icons-react';
import { type KeyboardEvent, useState } from 'react';
import { useFormat } from '../../lib/format.ts';
import { sessionCurrency } from '../../lib/session.ts';
import { useText } from '../../lib/text/text.ts';
import { TextField } from '../../ui/form/fields.tsx';
import { isPlainEnter } from '../../ui/form/form-keys.ts';
import { MoneyInput, QuantityInput } from '../../ui/form/number-fields.tsx';
import type { RecordForm } from '../../ui/form/use-record-form.ts';
import { Mono } from '../../ui/mono.tsx';
import { Tag } from '../../ui/tag.tsx';
import { TypeTag } from '../inventory/index.ts';
import { type DraftLine, draftTotals, shortageOf } from './draft-lines.ts';
import type { OrderDraft } from './order-draft.ts';
import css from './orders.module.css';

interface LineRowProps {
  form: RecordForm<OrderDraft>;
  index: number;
  line: DraftLine;
  needsStock: boolean;
  /** Enter in the quantity: the next item. */
  onDone: () => void;
  onRemove: () => void;
}

/** A line in the form: quantity and price in the row, the rest of it below when it is opened. */
export function LineRow(props: LineRowProps) {
  const { form, index, line, needsStock, onRemove } = props;
  const t = useText();
  const format = useFormat();
  const entry = form.row('lines', index);
  const [isOpen, setOpen] = useState(line.comment !== '');
  const price = entry('price');
  const total = draftTotals([line], 0, sessionCurrency())?.subtotal;
  const hasHiddenError = [entry('sku'), entry('name'), entry('comment')].some(({ error }) => error);
  return (
    <>
      <tr>
        <td>
          <ItemCell number={index + 1} line={line} />
        </td>
        {needsStock && (
          <td data-cell="available" data-label={t('orders.form.available')} className={css.muted}>
            {line.available === null ? '–' : format.number(line.available)}
          </td>
        )}
        <td data-cell="quantity" data-label={t('orders.form.quantity')}>
          <QuantityCell {...props} />
        </td>
        <td data-cell="price" data-label={t('orders.form.price')}>
          <MoneyInput
            id={price.id}
            data-field
            className={css.priceInput}
            aria-label={t('orders.form.priceOf', { sku: line.sku })}
            value={line.price}
            set={price.set}
            error={price.error}
          />
        </td>
        <td data-cell="total" data-label={t('orders.form.total')}>
          {total === undefined ? '–' : format.amount(Number(total))}
        </td>
        <td className={css.lineActions}>
          <Tooltip label={t('orders.form.editLine', { sku: line.sku })}>
            <ActionIcon
              size="sm"
              aria-label={t('orders.form.editLine', { sku: line.sku })}
              aria-expanded={isOpen || hasHiddenError}
              onClick={() => setOpen(!isOpen)}
            >
              <IconMessage size={15} stroke={1.7} />
            </ActionIcon>
          </Tooltip>
          <Tooltip label={t('orders.form.removeLine', { sku: line.sku })}>
            <ActionIcon size="sm" aria-label={t('orders.form.removeLine', { sku: line.sku })} onClick={onRemove}>
              <IconX size={15} stroke={1.7} />
            </ActionIcon>
          </Tooltip>
        </td>
      </tr>
      {(isOpen || hasHiddenError) && (
        <tr className={css.lineDetails}>
          <td colSpan={needsStock ? 6 : 5}>
            <div className={css.lineFields}>
              {!line.isKit && (
                <>
                  <TextField {...entry('sku')} label="orders.form.lineSku" mono />
                  <TextField {...entry('name')} label="orders.form.lineName" />
                </>
              )}
              <TextField {...entry('comment')} label="orders.form.lineComment" />
            </div>
          </td>
        </tr>
      )}
    </>
  );
}

function ItemCell({ number, line }: { number: number; line: DraftLine }) {
  const t = useText();
  const format = useFormat();
  const shortage = shortageOf(line);
  return (
    <>
      <span className={css.itemLine}>
        <span className={css.number}>{number}</span>
        <span className={css.itemCodes}>
          <Mono>{line.sku}</Mono>
          {line.isKit && <TypeTag type="Kit" />}
          {shortage > 0 && (
            <Tag tone="attention">
              <IconAlertTriangle className={css.tagIcon} size={12} stroke={1.7} aria-hidden />
              {t('orders.form.moreThanAvailable', { count: format.number(shortage) })}
            </Tag>
          )}
        </span>
      </span>
      <span className={css.second}>{line.name}</span>
    </>
  );
}

/** Enter goes on to the next item. */
function QuantityCell({ form, index, line, onDone }: LineRowProps) {
  const t = useText();
  const field = form.row('lines', index)('quantity');
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (!isPlainEnter(event)) return;
    event.preventDefault();
    event.stopPropagation();
    onDone();
  };
  return (
    <QuantityInput
      id={field.id}
      data-field
      className={css.quantityInput}
      aria-label={t('orders.form.quantityOf', { sku: line.sku })}
      value={line.quantity}
      set={field.set}
      error={field.error}
      onFocus={(event) => event.currentTarget.select()}
      onKeyDown={onKeyDown}
    />
  );
}
