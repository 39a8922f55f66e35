import { useRef, useState } from 'react';
import { useFormat } from '../../../lib/format.ts';
import { useText } from '../../../lib/text/text.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Pages } from '../../../ui/pages.tsx';
import { CartonCard, type CartonCardProps } from './carton-card.tsx';
import { CARTONS_PER_PAGE, type Carton, pageOfCarton } from './pack-rules.ts';
import css from './packing.module.css';

interface CartonListProps extends Omit<CartonCardProps, 'carton' | 'number' | 'isOpen'> {
  cartons: readonly Carton[];
  openId: string;
}

/** The page that is shown: that of the open carton whenever it is opened or changed, else the one that was chosen. */
function usePage(cartons: readonly Carton[], openId: string) {
  const open = cartons.find(({ id }) => id === openId);
  const [shown, setShown] = useState(() => ({ open, page: pageOfCarton(cartons, openId) }));
  const pages = Math.max(1, Math.ceil(cartons.length / CARTONS_PER_PAGE));
  if (shown.open !== open) setShown({ open, page: pageOfCarton(cartons, openId) });
  return { page: Math.min(shown.page, pages), pages, setPage: (page: number) => setShown({ open, page }) };
}

/** The cartons in their order, in pages when there are many. */
export function CartonList({ cartons, openId, ...card }: CartonListProps) {
  const t = useText();
  const format = useFormat();
  const { page, pages, setPage } = usePage(cartons, openId);
  const section = useRef<HTMLElement>(null);
  const from = (page - 1) * CARTONS_PER_PAGE;
  const turn = (next: number) => {
    setPage(next);
    const top = section.current?.closest('main')?.getBoundingClientRect().top ?? 0;
    // Another page is read from its beginning; what is above the cartons stays in view when it is.
    if (section.current && section.current.getBoundingClientRect().top < top) section.current.scrollIntoView();
  };
  return (
    <section ref={section} aria-label={t('packing.cartons')}>
      <div className={css.listHead} data-paged={pages > 1 || undefined}>
        <h2 className={css.sectionTitle}>
          {t('packing.cartons')} <span className={css.count}>{format.number(cartons.length)}</span>
        </h2>
        {pages > 1 && <Pages page={page} pages={pages} onPage={turn} />}
      </div>
      {cartons.length === 0 && <EmptyState title={t('packing.noneYet')} hint={t('packing.noneYetHint')} />}
      <ul className={css.cartons}>
        {cartons.slice(from, from + CARTONS_PER_PAGE).map((carton, at) => (
          <li key={carton.id}>
            <CartonCard {...card} carton={carton} number={from + at + 1} isOpen={carton.id === openId} />
          </li>
        ))}
      </ul>
    </section>
  );
}
