import { EXCEPTION_VIEWS, type ExceptionView } from '@longshore/contract';

/** What the screen shows; its address has it, so that it can be shared. */
export interface ExceptionsState {
  view: ExceptionView;
  client: number | undefined;
  search: string;
  /** The exception whose details are open. */
  id: number | undefined;
}

const ID = /^[1-9]\d{0,9}$/;

const textIn = (search: Record<string, unknown>, key: string) => {
  const value = search[key];
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
};

/** Reads the parameters of an address; what is unknown or invalid is left out. */
export function stateOfAddress(search: Record<string, unknown>): ExceptionsState {
  const idIn = (key: string) => (ID.test(textIn(search, key)) ? Number(textIn(search, key)) : undefined);
  return {
    view: EXCEPTION_VIEWS.find((view) => view === search.view) ?? 'all',
    client: idIn('client'),
    search: textIn(search, 'search').slice(0, 200),
    id: idIn('id'),
  };
}

export function addressOf({ view, client, search, id }: ExceptionsState): string {
  const query = new URLSearchParams();
  if (view !== 'all') query.set('view', view);
  if (client !== undefined) query.set('client', String(client));
  if (search) query.set('search', search);
  if (id !== undefined) query.set('id', String(id));
  const text = query.toString();
  return text ? `/exceptions?${text}` : '/exceptions';
}
