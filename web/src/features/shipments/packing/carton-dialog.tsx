import { ContainerInput, type FulfilmentLine, tareOf } from '@longshore/contract';
import { ActionIcon, Button } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { z } from 'zod';
import { useFormat } from '../../../lib/format.ts';
import { useMeasure } from '../../../lib/measure.ts';
import { useSession } from '../../../lib/session.ts';
import { translateMessage, useText } from '../../../lib/text/text.ts';
import { LineTable } from '../../../ui/detail/line-table.tsx';
import { DayInput } from '../../../ui/form/day-field.tsx';
import { SelectField, TextField } from '../../../ui/form/fields.tsx';
import { FormDialog } from '../../../ui/form/form-dialog.tsx';
import { NumberField, QuantityInput } from '../../../ui/form/number-fields.tsx';
import { type RecordForm, useRecordForm } from '../../../ui/form/use-record-form.ts';
import { Mono } from '../../../ui/mono.tsx';
import { Select } from '../../../ui/select.tsx';
import {
  type Carton,
  contentKey,
  drawCartonId,
  expiryToPack,
  leftToPack,
  newCarton,
  ownBox,
  withQuantity,
  withUnits,
} from './pack-rules.ts';
import css from './packing.module.css';

/** The form has the package too, which only fills in the sizes; 0 is a carton of one's own. */
const CartonForm = ContainerInput.extend({
  packageId: z.number(),
  sscc: z.string(),
  isWeighed: z.boolean(),
  tare: z.number(),
});
type CartonForm = z.output<typeof CartonForm>;

interface CartonDialogProps {
  lines: readonly FulfilmentLine[];
  cartons: readonly Carton[];
  /** The one to edit; without it a new one is added. */
  carton: Carton | undefined;
  onSave: (carton: Carton) => void;
  onClose: () => void;
}

/** A carton with its package, sizes and contents. It is added only with contents. */
export default function CartonDialog({ lines, cartons, carton, onSave, onClose }: CartonDialogProps) {
  const t = useText();
  const measure = useMeasure();
  const { resources } = useSession();
  const [draft] = useState(() => carton ?? newCarton(drawCartonId(), ownBox));
  const form: RecordForm<CartonForm> = useRecordForm({
    // The page around it keeps a draft of all cartons.
    draft: null,
    schema: CartonForm,
    initial: { ...draft, packageId: 0 },
    save: async ({ packageId: _, ...saved }) => saved,
    onSaved: (saved) => {
      onSave(saved);
      onClose();
    },
  });
  const packages = resources.packages.filter(({ is_active }) => is_active);
  const choosePackage = (id: string) => {
    const box = packages.find((one) => String(one.id) === id) ?? ownBox;
    const { length, width, height, weight } = box;
    form.set({
      packageId: Number(id),
      length,
      width,
      height,
      weight,
      tare: tareOf({ length, width, height, weight }),
      isWeighed: false,
    });
  };
  const others = cartons.filter(({ id }) => id !== draft.id);
  const number = carton ? cartons.indexOf(carton) + 1 : cartons.length + 1;
  return (
    <FormDialog
      form={form}
      title={carton ? t('packing.dialog.edit', { number }) : t('packing.dialog.add')}
      size={760}
      saveLabel="packing.saveCarton"
      onClose={onClose}
    >
      <SelectField
        {...form.field('packageId')}
        required={false}
        label="packing.package"
        span={6}
        choices={[
          { value: '0', label: t('packing.own') },
          ...packages.map(({ id, name }) => ({ value: String(id), label: name })),
        ]}
        onChosen={choosePackage}
      />
      <TextField {...form.field('own_number')} label="packing.ownNumber" span={6} mono />
      {(['length', 'width', 'height'] as const).map((side) => (
        <NumberField key={side} {...form.field(side)} label={`packing.${side}`} span={3} suffix={measure.length} />
      ))}
      <NumberField
        {...form.field('weight')}
        set={(weight) => form.set({ weight, isWeighed: true })}
        label="packing.weight"
        hint="packing.weightHint"
        span={3}
        suffix={measure.weight}
      />
      <ContentRows form={form} lines={lines} others={others} />
    </FormDialog>
  );
}

interface ContentRowsProps {
  form: RecordForm<CartonForm>;
  lines: readonly FulfilmentLine[];
  others: readonly Carton[];
}

/** What is in the carton, and the row that adds to it. Only lines that are not fully packed are offered. */
function ContentRows({ form, lines, others }: ContentRowsProps) {
  const t = useText();
  const format = useFormat();
  const { contents } = form.values;
  const field = form.field('contents');
  const now = [...others, form.values];
  const skuOf = (lineId: number) => lines.find(({ id }) => id === lineId)?.inventory.sku ?? '';
  return (
    <div className={css.wide}>
      <h3 className={css.sectionTitle}>{t('packing.contents')}</h3>
      {contents.length > 0 && (
        <LineTable
          label={t('packing.contents')}
          rows={contents.map((row, at) => ({ ...row, at }))}
          rowKey={contentKey}
          columns={[
            { header: 'packing.line', render: ({ lineId }) => <Mono>{skuOf(lineId)}</Mono> },
            { header: 'packing.expire', render: ({ expire }) => (expire ? format.date(expire) : '–') },
            {
              header: 'packing.quantity',
              right: true,
              render: ({ at, lineId, quantity }) => (
                <QuantityInput
                  className={css.quantity ?? ''}
                  aria-label={`${t('packing.quantity')} ${skuOf(lineId)}`}
                  value={quantity}
                  set={(next) =>
                    // While a number is being typed the row stays, also when it is empty for a moment.
                    field.set(
                      Number.isInteger(next)
                        ? withQuantity(contents, at, next)
                        : contents.map((row, place) => (place === at ? { ...row, quantity: next } : row)),
                    )
                  }
                />
              ),
            },
          ]}
          actions={({ at, lineId }) => (
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={t('packing.removeRow', { sku: skuOf(lineId) })}
              onClick={() => field.set(withQuantity(contents, at, 0))}
            >
              <IconTrash size={16} stroke={1.7} />
            </ActionIcon>
          )}
        />
      )}
      <NewContent
        key={contents.length}
        lines={lines}
        cartons={now}
        onAdd={(content) => field.set(withUnits(contents, content))}
      />
      {field.error && (
        <p className={css.error} role="alert">
          {translateMessage(t, field.error)}
        </p>
      )}
    </div>
  );
}

interface NewContentProps {
  lines: readonly FulfilmentLine[];
  cartons: readonly Carton[];
  onAdd: (content: Carton['contents'][number]) => void;
}

function NewContent({ lines, cartons, onAdd }: NewContentProps) {
  const t = useText();
  const open = lines.filter((line) => leftToPack(line, cartons) > 0);
  const [lineId, setLineId] = useState<number>();
  const [quantity, setQuantity] = useState(1);
  const [expire, setExpire] = useState('');
  const line = open.find(({ id }) => id === lineId);
  const isGood = line !== undefined && Number.isInteger(quantity) && quantity > 0;
  const choose = (id: string | null) => {
    const chosen = open.find((one) => String(one.id) === id);
    if (!chosen) return;
    setLineId(chosen.id);
    setQuantity(leftToPack(chosen, cartons));
    setExpire(expiryToPack(chosen, cartons) ?? '');
  };
  if (open.length === 0) return null;
  return (
    <div className={css.newContent}>
      <Select
        label={t('packing.line')}
        data={open.map((one) => ({
          value: String(one.id),
          label: t('packing.lineChoice', { sku: one.inventory.sku, left: leftToPack(one, cartons) }),
        }))}
        value={lineId === undefined ? null : String(lineId)}
        onChange={choose}
      />
      <DayInput label={t('packing.expire')} value={expire} onDay={setExpire} />
      <QuantityInput label={t('packing.quantity')} value={quantity} set={setQuantity} />
      <Button
        variant="default"
        disabled={!isGood}
        onClick={() => line && onAdd({ lineId: line.id, quantity, expire: expire || null })}
      >
        {t('packing.addRow')}
      </Button>
    </div>
  );
}
