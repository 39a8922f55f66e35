import {
  api,
  CARGO_MAX,
  FREIGHT_DESCRIPTION,
  FREIGHT_LISTS,
  type Freight,
  FreightBookingInput,
  type FreightCargoInput,
  type FreightList,
  type Shipment,
} from '@longshore/contract';
import { Alert, Button, Group, TextInput } from '@mantine/core';
import { useState } from 'react';
import { refresh, remember, useRead, useWrite } from '../../lib/api.ts';
import { describeReadFailure, showSuccess } from '../../lib/failure.ts';
import { type PlainKey, useText } from '../../lib/text/text.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Select } from '../../ui/select.tsx';
import css from './shipments.module.css';

const FIELDS = ['pieces', 'weight', 'length', 'width', 'height', 'value', 'description', 'hsCode'] as const;
type CargoField = (typeof FIELDS)[number];
type CargoRow = Record<CargoField, string> & { key: number };

const rowOf = (cargo: FreightCargoInput, key: number): CargoRow => ({
  key,
  description: cargo.description,
  hsCode: cargo.hsCode,
  pieces: String(cargo.pieces),
  weight: String(cargo.weight),
  length: String(cargo.length),
  width: String(cargo.width),
  height: String(cargo.height),
  value: String(cargo.value),
});
const ONE: FreightCargoInput = {
  pieces: 1,
  weight: 1,
  length: 1,
  width: 1,
  height: 1,
  description: FREIGHT_DESCRIPTION,
  hsCode: '',
  value: 0,
};

const cargoOf = ({ description, hsCode, ...row }: CargoRow) => ({
  description,
  hsCode,
  pieces: Number(row.pieces),
  weight: Number(row.weight),
  length: Number(row.length),
  width: Number(row.width),
  height: Number(row.height),
  value: Number(row.value),
});

interface FreightDialogProps {
  shipment: Shipment;
  freight: Freight;
  onClose: () => void;
}

type Choices = Record<FreightList, string>;

/** An earlier attempt is the beginning of the next; else what the courier and the shipment say. */
function firstChoices({ chosen, proposed, lists }: Freight): Choices {
  const from = {
    serviceName: chosen?.serviceName ?? proposed.serviceName,
    quoteType: chosen?.quoteType ?? '',
    incoCode: chosen?.incoCode ?? proposed.incoCode,
    transportMode: chosen?.transportMode ?? '',
  };
  const known = (name: FreightList) => (lists[name].some(({ code }) => code === from[name]) ? from[name] : '');
  return {
    serviceName: known('serviceName'),
    quoteType: known('quoteType'),
    incoCode: known('incoCode'),
    transportMode: known('transportMode'),
  };
}

type Problems = Readonly<Record<string, string>>;

/** The form of a booking: the four lists of the provider, the day, and what is handed over. */
export default function FreightDialog({ shipment, freight, onClose }: FreightDialogProps) {
  const t = useText();
  const params = { id: shipment.id };
  const [choices, setChoices] = useState(() => firstChoices(freight));
  const [readyDate, setReadyDate] = useState(freight.chosen?.readyDate ?? freight.proposed.readyDate);
  const [rows, setRows] = useState(() => firstCargo(freight).map(rowOf));
  const [problems, setProblems] = useState<Problems>({});
  const said = (key: string) => t(`messages.${key.split(':')[0]}` as PlainKey);
  const book = useWrite(api.freight.book, {
    onSuccess: (answer) => {
      remember(api.freight.get, { params }, answer);
      showSuccess(t('freight.booked'));
      onClose();
    },
    onFailure: () => {
      void refresh(api.freight.get, { params });
      return undefined;
    },
  });
  const run = () => {
    const read = FreightBookingInput.safeParse({ ...choices, readyDate, cargo: rows.map(cargoOf) });
    const found = read.success ? [] : read.error.issues.map(({ path, message }) => [path.join('.'), said(message)]);
    setProblems(Object.fromEntries(found) as Problems);
    if (read.success) book.mutate({ params, body: read.data });
  };
  return (
    <Dialog title={t('freight.form.title')} size={760} onClose={onClose}>
      <Customer shipment={shipment} freight={freight} />
      <div className={css.freightChoices}>
        {FREIGHT_LISTS.map((name) => (
          <Select
            key={name}
            label={t(`freight.form.lists.${name}`)}
            required
            error={problems[name]}
            data={freight.lists[name].map(({ code, name: label }) => ({ value: code, label }))}
            value={choices[name] || null}
            onChange={(value) => setChoices({ ...choices, [name]: value ?? '' })}
          />
        ))}
        <TextInput
          type="date"
          label={t('freight.form.readyDate')}
          required
          error={problems.readyDate}
          value={readyDate}
          onChange={({ currentTarget }) => setReadyDate(currentTarget.value)}
        />
      </div>
      <Cargo rows={rows} setRows={setRows} problems={problems} hasCartons={freight.proposed.cargo.length > 0} />
      <Group justify="flex-end" gap="xs" mt="lg">
        <Button variant="default" onClick={onClose}>
          {t('common.cancel')}
        </Button>
        <Button loading={book.isPending} onClick={run}>
          {t('freight.form.run')}
        </Button>
      </Group>
    </Dialog>
  );
}

function firstCargo({ chosen, proposed }: Freight): readonly FreightCargoInput[] {
  if (chosen) return chosen.cargo;
  return proposed.cargo.length > 0 ? proposed.cargo : [ONE];
}

/** Who it is booked for, and whether the provider bills in the same currency. */
function Customer({ shipment, freight: { customer } }: Omit<FreightDialogProps, 'onClose'>) {
  const t = useText();
  const { data, error } = useRead(api.freight.currency, { params: { id: shipment.id } });
  const isOther = data !== undefined && data.currency !== customer.currency;
  return (
    <>
      <p className={css.dialogText}>{t('freight.form.customer', customer)}</p>
      {error && <p className={css.freightNote}>{describeReadFailure(error, t).sentence}</p>}
      {isOther && (
        <Alert color="yellow" variant="light" role="alert" mb="sm">
          {t('freight.form.otherCurrency', { currency: data.currency })}
        </Alert>
      )}
    </>
  );
}

interface CargoProps {
  rows: readonly CargoRow[];
  setRows: (rows: CargoRow[]) => void;
  problems: Problems;
  hasCartons: boolean;
}

function Cargo({ rows, setRows, problems, hasCartons }: CargoProps) {
  const t = useText();
  const change = (key: number, field: CargoField, value: string) =>
    setRows(rows.map((row) => (row.key === key ? { ...row, [field]: value } : row)));
  const next = Math.max(0, ...rows.map(({ key }) => key)) + 1;
  return (
    <>
      <p className={css.freightNote}>{hasCartons ? t('freight.form.fromCartons') : t('freight.form.noCartons')}</p>
      {rows.map((row, at) => (
        <fieldset key={row.key} className={css.cargoRow} aria-label={t('freight.form.row', { row: at + 1 })}>
          {FIELDS.map((field) => (
            <TextInput
              key={field}
              className={field === 'description' ? css.cargoDescription : undefined}
              label={t(`freight.form.${field}`)}
              inputMode={field === 'description' || field === 'hsCode' ? 'text' : 'decimal'}
              error={problems[`cargo.${at}.${field}`]}
              value={row[field]}
              onChange={({ currentTarget }) => change(row.key, field, currentTarget.value)}
            />
          ))}
          {rows.length > 1 && (
            <Button
              variant="subtle"
              className={css.cargoRemove}
              onClick={() => setRows(rows.filter(({ key }) => key !== row.key))}
            >
              {t('freight.form.remove')}
            </Button>
          )}
        </fieldset>
      ))}
      {rows.length < CARGO_MAX && (
        <Button variant="subtle" mt="sm" onClick={() => setRows([...rows, rowOf(ONE, next)])}>
          {t('freight.form.add')}
        </Button>
      )}
    </>
  );
}
