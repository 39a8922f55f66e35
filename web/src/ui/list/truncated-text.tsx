import { Portal } from '@mantine/core';
import { type MouseEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { CopyButton } from '../copy-button.tsx';
import css from './list.module.css';

const SHOW_AFTER_MS = 350;
const HIDE_AFTER_MS = 160;
const TIP_GAP = 4;

/** Truncated by its cell, or by the row's button, which is as wide as its cell. */
const isTruncated = (cell: HTMLTableCellElement) =>
  [cell, ...cell.querySelectorAll('button')].some((box) => box.scrollWidth > box.clientWidth);

interface Tip {
  text: string;
  copied: string;
  left: number;
  top: number;
}

/**
 * A tooltip with the full text and a copy button for truncated cells. One for the whole table: the row's link covers
 * the cells, so the cell is found by the pointer position, and a thousand cells need no listener each.
 */
export function useTruncatedText(table: RefObject<HTMLTableElement | null>) {
  const [tip, setTip] = useState<Tip>();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const schedule = (ms: number, next: () => void) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(next, ms);
  };
  useEffect(() => () => clearTimeout(timer.current), []);
  useEffect(() => {
    if (!tip) return;
    const close = () => setTip(undefined);
    window.addEventListener('scroll', close, true);
    return () => window.removeEventListener('scroll', close, true);
  }, [tip]);
  const showTipAt = (x: number, y: number) => {
    const cell = document.elementsFromPoint(x, y).find((element) => element instanceof HTMLTableCellElement);
    if (!cell || !table.current?.contains(cell)) return setTip(undefined);
    const content = cell.textContent ?? '';
    const copied = cell.dataset.copied ?? content;
    const text = cell.dataset.tip ?? (isTruncated(cell) ? content : '');
    if (!text) return setTip(undefined);
    const { left, bottom } = cell.getBoundingClientRect();
    setTip({ text, copied, left: Math.min(left, window.innerWidth - 440), top: bottom + TIP_GAP });
  };
  return {
    tip,
    stay: () => clearTimeout(timer.current),
    leave: () => schedule(HIDE_AFTER_MS, () => setTip(undefined)),
    handlers: {
      onMouseMove: ({ clientX, clientY }: MouseEvent) => schedule(SHOW_AFTER_MS, () => showTipAt(clientX, clientY)),
      onMouseLeave: () => schedule(HIDE_AFTER_MS, () => setTip(undefined)),
    },
  };
}

export function TruncatedTextTip({ truncated }: { truncated: ReturnType<typeof useTruncatedText> }) {
  if (!truncated.tip) return null;
  const { text, copied, left, top } = truncated.tip;
  return (
    <Portal>
      <div
        className={css.tip}
        style={{ left, top }}
        role="tooltip"
        onMouseEnter={truncated.stay}
        onMouseLeave={truncated.leave}
      >
        <span>{text}</span>
        <CopyButton value={copied} />
      </div>
    </Portal>
  );
}
