import type { ReactNode } from 'react';
import { type PlainKey, useText } from '../../lib/text/text.ts';
import { CopyButton } from '../copy-button.tsx';
import { Mono } from '../mono.tsx';
import css from './detail.module.css';

export interface Fact {
  label: PlainKey;
  value: ReactNode;
  /** A muted second line. */
  second?: ReactNode;
  /** Text for the copy button; `true` copies the value itself. */
  copy?: string | boolean;
  /** Values that can be scanned are set in monospace. */
  mono?: boolean;
  /** Takes the full width, for notes and the like. */
  wide?: boolean;
}

/** Label and value pairs, four to a row. An empty value is shown as an en dash. */
export function Facts({ items }: { items: Fact[] }) {
  const t = useText();
  return (
    <dl className={css.facts}>
      {items.map(({ label, value, second, copy, mono, wide }) => {
        const empty = value === '' || value === null || value === undefined;
        const copied = copy === true && typeof value === 'string' ? value : copy;
        return (
          <div key={label} className={css.fact} data-wide={wide || undefined}>
            <dt>{t(label)}</dt>
            <dd>
              <span className={css.value}>
                {empty ? <span className={css.dash}>–</span> : mono ? <Mono>{value}</Mono> : value}
                {!empty && typeof copied === 'string' && copied && <CopyButton value={copied} />}
              </span>
              {second && <span className={css.second}>{second}</span>}
            </dd>
          </div>
        );
      })}
    </dl>
  );
}
