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
  /** What the copy button copies; `true` copies the value itself. */
  copy?: string | boolean;
  /** What a scanner can read. */
  mono?: boolean;
  /** Takes the whole width: notes and the like. */
  wide?: boolean;
}

/** What is known of a record, four to a row. Nothing known is an en dash, so that one sees it was asked. */
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
