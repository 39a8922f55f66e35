import type { FulfilmentLine } from '@longshore/contract';
import { Button } from '@mantine/core';
import { IconArrowBackUp, IconScan } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useText } from '../../../lib/text/text.ts';
import { ScanField } from '../../../ui/scan/scan-field.tsx';
import { ScanRefusal } from '../../../ui/scan/scan-refusal.tsx';
import { playTone } from '../../../ui/scan/scan-tone.ts';
import { AskPackage } from './ask-package.tsx';
import {
  type Box,
  type Carton,
  type Content,
  drawCartonId,
  leftToPack,
  newCarton,
  ownBox,
  readPackScan,
  replaced,
  withoutUnits,
  withUnits,
} from './pack-rules.ts';
import css from './packing.module.css';

interface PackScanProps {
  lines: readonly FulfilmentLine[];
  cartons: readonly Carton[];
  /** The carton that scanned items go into. */
  open: Carton | undefined;
  /** All cartons after a scan, and the one that is open then. */
  onPacked: (cartons: readonly Carton[], openId: string) => void;
}

/** A new carton after these, of the same package as the last. */
function withNew(now: readonly Carton[]) {
  const last = now.at(-1);
  const carton = newCarton(drawCartonId(), last ? { ...last, weight: last.tare || ownBox.weight } : ownBox);
  return { cartons: [...now, carton], open: carton };
}

/** What came of the last scan, and the units that it packed. */
interface Packed {
  step: number;
  text: string;
  units: { cartonId: string; content: Content } | undefined;
}

/** The carton without what the scan put into it; undefined when that is no longer there. */
function withoutScan(cartons: readonly Carton[], scanned: Packed | undefined): Carton | undefined {
  const carton = cartons.find(({ id }) => id === scanned?.units?.cartonId);
  const contents = carton && scanned?.units && withoutUnits(carton.contents, scanned.units.content);
  return contents && { ...carton, contents };
}

/** Interprets scans, and keeps what came of the last one. */
function usePackScan({ lines, cartons, open, onPacked }: PackScanProps) {
  const t = useText();
  const [refusal, setRefusal] = useState<{ step: number; why: string }>();
  const [packed, setPacked] = useState<Packed>();
  // Scans that wait until the person has said which package they go into.
  const [held, setHeld] = useState<readonly { text: string; isScanned: boolean }[]>([]);
  const steps = useRef(0);
  // A scanner may be faster than a render: each scan starts from the cartons after the one before it.
  const latest = useRef<{ cartons: readonly Carton[]; open: Carton | undefined }>({ cartons, open });
  useEffect(() => {
    latest.current = { cartons, open };
  }, [cartons, open]);
  const show = (why: string) => {
    playTone('bad');
    setRefusal({ step: ++steps.current, why });
  };
  const accept = (text: string, units?: Packed['units']) => {
    playTone('good');
    setRefusal(undefined);
    setPacked({ step: ++steps.current, text, units });
  };
  const pack = (next: { cartons: readonly Carton[]; open: Carton }, text = '', units?: Packed['units']) => {
    latest.current = next;
    onPacked(next.cartons, next.open.id);
    accept(text, units);
  };
  const undo = () => {
    const carton = withoutScan(latest.current.cartons, packed);
    if (carton) pack({ cartons: replaced(latest.current.cartons, carton), open: carton }, t('packing.takenBack'));
  };
  const take = (text: string, isScanned: boolean) => {
    const now = latest.current;
    if (held.length) {
      playTone('good');
      return setHeld([...held, { text, isScanned }]);
    }
    return takeInto(now, text, isScanned);
  };
  const chooseBox = (box: Box) => {
    const carton = newCarton(drawCartonId(), box);
    pack({ cartons: [...latest.current.cartons, carton], open: carton });
    setHeld([]);
    for (const { text, isScanned } of held) takeInto(latest.current, text, isScanned);
  };
  const takeInto = (
    now: { cartons: readonly Carton[]; open: Carton | undefined },
    text: string,
    isScanned: boolean,
  ) => {
    const scan = readPackScan({ text, isScanned }, lines, now.cartons, new Date().getFullYear());
    switch (scan.kind) {
      case 'refused':
        return show(t(`packing.refused.${scan.reason}`, { code: scan.code, sku: scan.sku }));
      case 'new':
        return pack(withNew(now.cartons));
      case 'carton': {
        const next = now.cartons.find(({ id }) => id === scan.id);
        return next && pack({ cartons: now.cartons, open: next });
      }
      case 'units': {
        const { line, quantity, expire } = scan;
        const { cartons: all, open: into } = now;
        if (!into) {
          playTone('good');
          return setHeld([{ text, isScanned }]);
        }
        const content = { lineId: line.id, quantity, expire };
        const filled = { ...into, contents: withUnits(into.contents, content) };
        const packedNow = replaced(all, filled);
        const done = line.quantity - leftToPack(line, packedNow);
        const said = `${line.inventory.sku} ${t('packing.packedUnits', { done, total: line.quantity })}`;
        return pack({ cartons: packedNow, open: filled }, said, { cartonId: into.id, content });
      }
    }
  };
  return { refusal, packed, held, take, chooseBox, undo, clear: () => setRefusal(undefined) };
}

/** Scanned items go into the open carton; a carton's own code, or its number, opens it. */
export function PackScanField(props: PackScanProps) {
  const { lines, cartons, open } = props;
  const t = useText();
  const box = useRef<HTMLInputElement>(null);
  const { refusal, packed, held, take, chooseBox, undo, clear } = usePackScan(props);
  const number = open ? cartons.indexOf(open) + 1 : 0;
  const isDone = lines.every((line) => leftToPack(line, cartons) === 0);
  const label = isDone ? t('packing.scanDone') : number ? t('packing.scanInto', { number }) : t('packing.scanNew');
  return (
    <div className={css.scan}>
      {refusal && (
        <ScanRefusal
          step={refusal.step}
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
        onScan={take}
      />
      <div className={css.last}>
        <p key={packed?.step} className={css.lastPacked} role="status">
          {packed?.text}
        </p>
        {withoutScan(cartons, packed) && (
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
