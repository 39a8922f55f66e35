import { Portal } from '@mantine/core';
import { type MouseEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { CopyButton } from '../copy-button.tsx';
import css from './list.module.css';

const REST_MS = 350;
const LEAVE_MS = 160;
const TIP_GAP = 4;

/** Cut by its cell, or by the button that carries the row and is as wide as its cell. */
const isCut = (cell: HTMLTableCellElement) =>
  [cell, ...cell.querySelectorAll('button')].some((box) => box.scrollWidth > box.clientWidth);

interface Tip {
  text: string;
  copied: string;
  left: number;
  top: number;
}

/**
 * Text that a column cuts off shows whole, with a copy button, when the mouse rests on it. One for the whole table:
 * the row's link lies over the cells, so the cell is found by the point, and a thousand cells need no listener each.
 */
export function useCutText(table: RefObject<HTMLTableElement | null>) {
  const [tip, setTip] = useState<Tip>();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const later = (ms: number, next: () => void) => {
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
  const look = (x: number, y: number) => {
    const cell = document.elementsFromPoint(x, y).find((element) => element instanceof HTMLTableCellElement);
    if (!cell || !table.current?.contains(cell)) return setTip(undefined);
    const copied = cell.textContent ?? '';
    const text = cell.dataset.tip ?? (isCut(cell) ? copied : '');
    if (!text) return setTip(undefined);
    const { left, bottom } = cell.getBoundingClientRect();
    setTip({ text, copied, left: Math.min(left, window.innerWidth - 440), top: bottom + TIP_GAP });
  };
  return {
    tip,
    stay: () => clearTimeout(timer.current),
    leave: () => later(LEAVE_MS, () => setTip(undefined)),
    handlers: {
      onMouseMove: ({ clientX, clientY }: MouseEvent) => later(REST_MS, () => look(clientX, clientY)),
      onMouseLeave: () => later(LEAVE_MS, () => setTip(undefined)),
    },
  };
}

export function CutTextTip({ cut }: { cut: ReturnType<typeof useCutText> }) {
  if (!cut.tip) return null;
  const { text, copied, left, top } = cut.tip;
  return (
    <Portal>
      <div className={css.tip} style={{ left, top }} role="tooltip" onMouseEnter={cut.stay} onMouseLeave={cut.leave}>
        <span>{text}</span>
        <CopyButton value={copied} />
      </div>
    </Portal>
  );
}
