import { Pagination } from '@mantine/core';
import { useText } from '../lib/text/text.ts';
import { useNarrow } from './narrow.ts';

interface PagesProps {
  page: number;
  pages: number;
  onPage: (page: number) => void;
  /** Further properties of what leads to a page, to prefetch it. */
  propsOf?: (page: number) => object;
  mt?: 'md';
}

/** The pages of something long; on a phone the buttons are large and few. */
export function Pages({ page, pages, onPage, propsOf = () => ({}), mt }: PagesProps) {
  const t = useText();
  const isNarrow = useNarrow();
  return (
    <Pagination
      {...(mt ? { mt } : {})}
      size={isNarrow ? 'md' : 'sm'}
      siblings={isNarrow ? 0 : 1}
      boundaries={isNarrow ? 0 : 1}
      total={pages}
      value={page}
      onChange={onPage}
      aria-label={t('lists.pages')}
      getItemProps={(target) => ({ 'aria-label': t('lists.page', { page: target }), ...propsOf(target) })}
      getControlProps={(control) => ({
        'aria-label': t(control === 'previous' ? 'lists.previousPage' : 'lists.nextPage'),
        ...(control === 'next' && page < pages ? propsOf(page + 1) : {}),
      })}
    />
  );
}
