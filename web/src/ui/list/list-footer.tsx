import { type ListQuery, type Page, PER_PAGE_CHOICES } from '@longshore/contract';
import { useFormat } from '../../lib/format.ts';
import { useText } from '../../lib/text/text.ts';
import { Pages } from '../pages.tsx';
import { Select } from '../select.tsx';
import css from './list.module.css';
import { pageCount, toPage, withPerPage } from './list-rules.ts';

interface FooterProps {
  query: ListQuery;
  page: Page<unknown>;
  selected: number;
  narrow: boolean;
  go: (next: ListQuery) => void;
  prefetch: (next: ListQuery) => void;
}

/** The formatted total of a list; beyond the counting limit it ends in a plus. */
export function useTotal() {
  const format = useFormat();
  return (page: Page<unknown>) => `${format.number(page.total)}${page.total_is_minimum ? '+' : ''}`;
}

export function ListFooter({ query, page, selected, narrow, go, prefetch }: FooterProps) {
  const t = useText();
  const format = useFormat();
  const total = useTotal();
  const from = (page.on_page - 1) * page.per_page + 1;
  const choices = [...new Set([...PER_PAGE_CHOICES, page.per_page])].toSorted((one, other) => one - other);
  const near = (target: number) => ({ onMouseEnter: () => prefetch(toPage(query, target)) });
  const last = pageCount(page);
  return (
    <div className={css.foot}>
      <span aria-live="polite">
        {page.records.length > 0 &&
          t('lists.range', {
            from: format.number(from),
            to: format.number(from + page.records.length - 1),
            total: total(page),
          })}
      </span>
      {selected > 0 && <span>{t('lists.selected', { count: selected })}</span>}
      <div className={css.footEnd}>
        {!narrow && <span aria-hidden>{t('lists.rows')}</span>}
        <Select
          size="xs"
          variant="toolbar"
          className={css.perPage}
          aria-label={t('lists.rowsPerPage')}
          data={choices.map(String)}
          value={String(page.per_page)}
          onChange={(choice) => choice && go(withPerPage(query, Number(choice)))}
        />
        <Pages
          page={Math.min(page.on_page, last)}
          pages={last}
          onPage={(target) => go(toPage(query, target))}
          propsOf={near}
        />
      </div>
    </div>
  );
}
