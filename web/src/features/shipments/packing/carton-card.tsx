import type { FulfilmentLine } from '@longshore/contract';
import { ActionIcon, Button } from '@mantine/core';
import { IconPencil, IconTrash } from '@tabler/icons-react';
import { useFormat } from '../../../lib/format.ts';
import { useSizes } from '../../../lib/measure.ts';
import { useSession } from '../../../lib/session.ts';
import { useText } from '../../../lib/text/text.ts';
import { QuantityInput } from '../../../ui/form/number-fields.tsx';
import { Mono } from '../../../ui/mono.tsx';
import { Tag } from '../../../ui/tag.tsx';
import { type Carton, contentKey, fillOf, packageOf, withQuantity } from './pack-rules.ts';
import css from './packing.module.css';

const COLOURS = 6;
/** A line has the same colour in every carton and in the summary; from the sixth on they share one. */
export const colourOf = (lines: readonly FulfilmentLine[], lineId: number): string =>
  `var(--ls-chart-${Math.min(COLOURS, lines.findIndex(({ id }) => id === lineId) + 1)})`;

export interface CartonCardProps {
  lines: readonly FulfilmentLine[];
  carton: Carton;
  number: number;
  isOpen: boolean;
  onOpen: (id: string) => void;
  onEdit: (id: string) => void;
  onChange: (carton: Carton) => void;
  onRemove: (id: string) => void;
}

export function CartonCard({ carton, number, lines, isOpen, onOpen, onEdit, onChange, onRemove }: CartonCardProps) {
  const t = useText();
  return (
    <article className={css.carton} data-open={isOpen || undefined} aria-label={t('packing.carton', { number })}>
      <header className={css.cartonHead}>
        <h3>{t('packing.carton', { number })}</h3>
        {isOpen ? (
          <Tag>{t('packing.packingNow')}</Tag>
        ) : (
          <Button variant="subtle" size="compact-sm" className={css.touchSmall ?? ''} onClick={() => onOpen(carton.id)}>
            {t('packing.open')}
          </Button>
        )}
        <Mono>{carton.id}</Mono>
        {carton.own_number && <Mono>{carton.own_number}</Mono>}
        <Sizes carton={carton} />
        <Fullness carton={carton} lines={lines} />
        <span className={css.cartonActions}>
          <ActionIcon
            variant="subtle"
            color="gray"
            size="lg"
            aria-label={t('packing.edit', { number })}
            onClick={() => onEdit(carton.id)}
          >
            <IconPencil size={16} stroke={1.7} />
          </ActionIcon>
          <ActionIcon
            variant="subtle"
            color="gray"
            size="lg"
            aria-label={t('packing.remove', { number })}
            onClick={() => onRemove(carton.id)}
          >
            <IconTrash size={16} stroke={1.7} />
          </ActionIcon>
        </span>
      </header>
      <FillBar carton={carton} number={number} lines={lines} />
      <Contents carton={carton} number={number} lines={lines} onChange={onChange} />
    </article>
  );
}

/** The package that has these sizes, and the sizes. */
function Sizes({ carton }: { carton: Carton }) {
  const { sides } = useSizes();
  const { resources } = useSession();
  return (
    <span className={css.muted}>
      {[packageOf(resources.packages, carton)?.name, sides(carton)].filter(Boolean).join(', ')}
    </span>
  );
}

function Fullness({ carton, lines }: { carton: Carton; lines: readonly FulfilmentLine[] }) {
  const t = useText();
  const format = useFormat();
  const sizes = useSizes();
  const { full } = fillOf(carton, lines);
  const percent = full === undefined ? '' : format.percent(full, 0);
  return (
    <span className={css.fullness} data-over={(full ?? 0) > 1 || undefined}>
      {sizes.weight(carton)}
      <span aria-hidden> | </span>
      {full === undefined ? t('packing.fillUnknown') : t(full > 1 ? 'packing.over' : 'packing.full', { percent })}
    </span>
  );
}

/** The contents by volume, in the colours of their lines; by units when they are not measured. */
function FillBar({ carton, number, lines }: { carton: Carton; number: number; lines: readonly FulfilmentLine[] }) {
  const t = useText();
  const format = useFormat();
  const { shares, full } = fillOf(carton, lines);
  // What does not fit is drawn to scale with the rest.
  const scale = full !== undefined && full > 1 ? 1 / full : 1;
  const label = t('packing.fillLabel', { number });
  const amount = full === undefined ? t('packing.fillUnknown') : format.percent(full, 0);
  return (
    <div
      className={css.bar}
      role="img"
      aria-label={`${label}: ${amount}`}
      data-unknown={full === undefined || undefined}
    >
      {shares.map(({ key, lineId, share }) => (
        <span key={key} style={{ width: `${share * scale * 100}%`, background: colourOf(lines, lineId) }} />
      ))}
    </div>
  );
}

interface ContentsProps {
  carton: Carton;
  number: number;
  lines: readonly FulfilmentLine[];
  onChange: (carton: Carton) => void;
}

/** What is in a carton; a quantity of 0 takes it out. */
function Contents({ carton, number, lines, onChange }: ContentsProps) {
  const t = useText();
  const format = useFormat();
  if (carton.contents.length === 0) return <p className={css.empty}>{t('packing.emptyCarton')}</p>;
  return (
    <ul className={css.contents}>
      {carton.contents.map((content, at) => {
        const { lineId, quantity, expire } = content;
        const line = lines.find(({ id }) => id === lineId);
        const sku = line?.inventory.sku ?? '';
        return (
          <li key={contentKey(content)}>
            <span className={css.swatch} style={{ background: colourOf(lines, lineId) }} aria-hidden />
            <Mono>{sku}</Mono>
            <span className={css.contentName}>{line?.inventory.name}</span>
            <span className={css.muted}>{expire && t('packing.expires', { date: format.date(expire) })}</span>
            <QuantityInput
              className={css.quantity ?? ''}
              aria-label={t('packing.quantityOf', { sku, number })}
              value={quantity}
              set={(next) =>
                // While a number is being typed the row stays, also when it is empty for a moment.
                onChange({
                  ...carton,
                  contents: Number.isInteger(next)
                    ? withQuantity(carton.contents, at, next)
                    : carton.contents.map((one, place) => (place === at ? { ...one, quantity: next } : one)),
                })
              }
            />
          </li>
        );
      })}
    </ul>
  );
}
