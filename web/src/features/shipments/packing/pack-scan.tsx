import type { FulfilmentLine } from '@longshore/contract';
import { Button } from '@mantine/core';
import { IconArrowBackUp, IconScan } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { useText } from '../../../lib/text/text.ts';
import { ScanField } from '../../../ui/scan/scan-field.tsx';
import { ScanRefusal } from '../../../ui/scan/scan-refusal.tsx';
import { type Reading, useScanSession } from '../../../ui/scan/use-scan-session.ts';
import { AskPackage } from './ask-package.tsx';
import {
  type Box,
  type Carton,
  type Content,
  drawCartonId,
  type HeldScan,
  leftToPack,
  newCarton,
  ownBox,
  readPackScan,
  replaceCarton,
  withoutUnits,
  withUnits,
} from './pack-rules.ts';
import css from './packing.module.css';

interface PackScanProps {
  lines: readonly FulfilmentLine[];
  cartons: readonly Carton[];
  /** The carton that scanned items go into. */
  open: Carton | undefined;
  /** Scans that wait for a package. They belong to the form, so that leaving it asks and a reload keeps them. */
  held: readonly HeldScan[];
  /** All cartons after a scan, the one that is open then, and what waits. */
  onChange: (state: PackState) => void;
}

/** A new carton after these; without a package, of the same as the last. */
function withNew(now: readonly Carton[], box?: Box): PackState {
  const last = now.at(-1);
  const same = last ? { ...last, weight: last.tare || ownBox.weight } : ownBox;
  const carton = newCarton(drawCartonId(), box ?? same);
  return { cartons: [...now, carton], open: carton, held: [] };
}

/** What came of a scan, and the units that it packed. */
interface Packed {
  text: string;
  units: { cartonId: string; content: Content } | undefined;
}

export interface PackState {
  cartons: readonly Carton[];
  open: Carton | undefined;
  held: readonly HeldScan[];
}

interface PackTypes {
  state: PackState;
  input: HeldScan | { kind: 'takeBack'; packed: Packed } | { kind: 'box'; box: Box };
  /** Nothing is sent: the cartons are saved with the form. */
  command: never;
  result: never;
  entry: Packed;
  refusal: { why: string; code?: string };
}
type PackReading = Reading<PackTypes>;

/** The carton without what the scan put into it; undefined when that is no longer there. */
function withoutScan(cartons: readonly Carton[], packed: Packed | undefined): Carton | undefined {
  const carton = cartons.find(({ id }) => id === packed?.units?.cartonId);
  const contents = carton && packed?.units && withoutUnits(carton.contents, packed.units.content);
  return contents && { ...carton, contents };
}

const packed = (state: PackState, text = '', units?: Packed['units']): PackReading => ({
  kind: 'taken',
  change: () => state,
  entry: { text, units },
});

/** What a scan means with the cartons as they are. */
function usePackReading(lines: readonly FulfilmentLine[]) {
  const t = useText();
  const hold = (scan: HeldScan): PackReading => ({
    kind: 'taken',
    change: (now) => ({ ...now, held: [...now.held, scan] }),
  });
  const takeBack = (state: PackState, done: Packed): PackReading => {
    const carton = withoutScan(state.cartons, done);
    if (!carton) return { kind: 'taken', change: (now) => now };
    return packed({ ...state, cartons: replaceCarton(state.cartons, carton), open: carton }, t('packing.takenBack'));
  };
  return (input: PackTypes['input'], state: PackState): PackReading => {
    if (input.kind === 'takeBack') return takeBack(state, input.packed);
    if (input.kind === 'box') return packed(withNew(state.cartons, input.box));
    if (state.held.length > 0) return hold(input);
    const scan = readPackScan(input, lines, state.cartons, new Date().getFullYear());
    switch (scan.kind) {
      case 'refused': {
        const why = t(`packing.refused.${scan.reason}`, { code: scan.code, sku: scan.sku });
        return { kind: 'refused', refusal: { why, code: scan.code } };
      }
      case 'new':
        return packed(withNew(state.cartons));
      case 'carton':
        return packed({ ...state, open: state.cartons.find(({ id }) => id === scan.id) });
      case 'units': {
        const { line, quantity, expire } = scan;
        const { cartons, open: into } = state;
        if (!into) return hold(input);
        const content = { lineId: line.id, quantity, expire };
        const filled = { ...into, contents: withUnits(into.contents, content) };
        const after = replaceCarton(cartons, filled);
        const done = line.quantity - leftToPack(line, after);
        const text = `${line.inventory.sku} ${t('packing.packedUnits', { done, total: line.quantity })}`;
        return packed({ ...state, cartons: after, open: filled }, text, { cartonId: into.id, content });
      }
    }
  };
}

const never = () => Promise.reject(new Error('Packing sends nothing.'));

/** Interprets scans, and keeps what came of the last one. */
function usePackScan({ lines, cartons, open, held, onChange }: PackScanProps) {
  // A scanner may be faster than a render: each scan starts from the cartons after the one before it.
  const latest = useRef<PackState>({ cartons, open, held });
  const session = useScanSession<PackTypes>({
    reads: 'at once',
    initial: () => latest.current,
    owner: {
      state: () => latest.current,
      set: (next) => {
        if (next === latest.current) return;
        latest.current = next;
        onChange(next);
      },
    },
    interpret: usePackReading(lines),
    send: never,
    undo: never,
    answered: (_result, state) => ({ state }),
    refused: () => ({ why: '' }),
  });
  const { done, refusal, input, clear } = session;
  const now = useRef({ input, onChange });
  now.current = { input, onChange };
  useEffect(() => {
    latest.current = { cartons, open, held };
    if (!open || held.length === 0) return;
    // Somebody opened a carton by hand: that is the answer to which package, and what was scanned goes into it.
    latest.current = { cartons, open, held: [] };
    now.current.onChange(latest.current);
    for (const scan of held) now.current.input(scan);
  }, [cartons, open, held]);
  const last = done[0];
  return {
    refusal,
    last,
    take: (text: string, isScanned: boolean) => input({ kind: 'scan', text, isScanned }),
    chooseBox: (chosen: Box) => {
      const { held: waiting } = latest.current;
      input({ kind: 'box', box: chosen });
      for (const scan of waiting) input(scan);
    },
    undo: () => last && input({ kind: 'takeBack', packed: last.what }),
    clear,
  };
}

/** Scanned items go into the open carton; a carton's own code, or its number, opens it. */
export function PackScanField(props: PackScanProps) {
  const { lines, cartons, open, held } = props;
  const t = useText();
  const box = useRef<HTMLInputElement>(null);
  const { refusal, last, take, chooseBox, undo, clear } = usePackScan(props);
  const number = open ? cartons.indexOf(open) + 1 : 0;
  const isDone = lines.every((line) => leftToPack(line, cartons) === 0);
  const label = isDone ? t('packing.scanDone') : number ? t('packing.scanInto', { number }) : t('packing.scanNew');
  return (
    <div className={css.scan}>
      {refusal && (
        <ScanRefusal
          step={refusal.step}
          code={refusal.code ?? ''}
          clearLabel={t('common.close')}
          onClear={() => {
            clear();
            box.current?.focus();
          }}
        >
          <span>{refusal.why}</span>
          <span className={css.nothing}>{t('scan.nothingTaken')}</span>
        </ScanRefusal>
      )}
      {held.length > 0 && (
        <AskPackage
          waiting={held.length}
          onChoose={(chosen) => {
            chooseBox(chosen);
            box.current?.focus();
          }}
        />
      )}
      <ScanField
        ref={box}
        label={label}
        description={t('packing.keys')}
        placeholder={t('packing.field')}
        leftSection={<IconScan size={20} stroke={1.7} />}
        maxLength={100}
        autoFocus
        everywhere
        knows={async (text) => readPackScan({ text, isScanned: true }, lines, cartons, 2000).kind !== 'refused'}
        onScan={take}
      />
      <div className={css.last}>
        <p key={last?.step} className={css.lastPacked} role="status">
          {last?.what.text}
        </p>
        {withoutScan(cartons, last?.what) && (
          <Button
            variant="subtle"
            size="compact-sm"
            className={css.undo ?? ''}
            leftSection={<IconArrowBackUp size={16} stroke={1.7} />}
            onClick={() => {
              undo();
              box.current?.focus();
            }}
          >
            {t('common.undo')}
          </Button>
        )}
      </div>
    </div>
  );
}
