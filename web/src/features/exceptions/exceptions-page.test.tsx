// @vitest-environment jsdom
import type { Exception, ExceptionDetails, ExceptionOverview } from '@longshore/contract';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { answerBy, givenBrowser, givenSession, type Sent, showAt } from '../../test/render.tsx';
import { Exceptions } from './exceptions-page.tsx';

givenBrowser();
beforeEach(() => givenSession({ timezone: 'America/Los_Angeles' }, { id: 5, name: 'Dana Reyes', is_main_user: true }));

const exception = (fields: Partial<ExceptionDetails> = {}): ExceptionDetails => ({
  id: 7,
  kind: 'event-parked',
  severity: 'stopped',
  sentence: 'Event 31 could not be dispatched: order.saved',
  parts: [
    { as: 'text', text: 'Event ' },
    { as: 'record', text: '31' },
    { as: 'text', text: ' could not be dispatched: ' },
    { as: 'code', text: 'order.saved' },
  ],
  link: '/system/events/on_page%3D1',
  client_id: 1,
  client: 'Kestrel Coffee Roasters',
  since: new Date(Date.now() - 24 * 60_000).toISOString(),
  opened_at: new Date(Date.now() - 20 * 60_000).toISOString(),
  owner: '',
  is_mine: false,
  snoozed_until: null,
  comment_count: 0,
  hint: 'What follows from it did not happen.',
  facts: [{ label: 'Problem', value: 'broken pipe' }],
  action: { label: 'Retry', call: { method: 'PUT', path: '/system/events/31/retry', body: null }, to: '' },
  proposals: [],
  ...fields,
});

const overviewOf = (...records: Exception[]): ExceptionOverview => ({
  views: { all: records.length, mine: 0, free: records.length, snoozed: 2 },
  severities: { stopped: records.length, attention: 0, note: 0 },
  groups: records.length
    ? [{ kind: 'event-parked', title: 'Parked events', severity: 'stopped', total: records.length, records }]
    : [],
  closed_today: 3,
  looked_at: new Date().toISOString(),
});

/** Answers the calls of the screen; `write` those that change something. */
function open(
  address: string,
  shown: Exception[],
  write: (call: Sent) => { status?: number; body: unknown } = () => ({ body: { data: shown[0] } }),
) {
  const sent = answerBy((call) => {
    const [path = ''] = call.path.replace('/api/v3', '').split('?');
    if (call.method !== 'GET' && path !== '/clients/selector') return write(call);
    if (path === '/exception-notification') return { body: { data: { notification: null, offered: [] } } };
    if (path === '/exceptions/overview') return { body: { data: overviewOf(...shown) } };
    if (/^\/exceptions\/\d+$/.test(path)) return { body: { data: shown[0] } };
    return { body: { data: [] } };
  });
  showAt(address, { '/exceptions': Exceptions });
  return () => sent.filter(({ method, path }) => method !== 'GET' && !path.includes('selector'));
}

it('a row says what happened, links the record, and has its age and its button', async () => {
  open('/exceptions', [exception()]);
  const group = await screen.findByRole('region', { name: /Parked events/ });
  const row = within(group).getByRole('listitem');
  expect(row.textContent).toContain('Event 31 could not be dispatched: order.saved');
  expect(within(row).getByRole('link', { name: '31' }).getAttribute('href')).toBe('/system/events/on_page%3D1');
  expect(row.textContent).toContain('24 min');
  expect(row.textContent).toContain('Kestrel Coffee Roasters');
  expect(within(row).getByRole('button', { name: /^Retry: Event 31/ })).toBeDefined();
});

it('the button makes the call that the exception names, then looks whether the cause is gone', async () => {
  const writes = open('/exceptions', [exception()], ({ path }) => ({
    body: { data: path.endsWith('/look') ? { is_open: false } : true },
  }));
  fireEvent.click(await screen.findByRole('button', { name: /^Retry: Event 31/ }));
  await waitFor(() => expect(writes()).toHaveLength(2));
  expect(writes().map(({ method, path }) => `${method} ${path}`)).toEqual([
    'PUT /api/v3/system/events/31/retry',
    'POST /api/v3/exceptions/7/look',
  ]);
});

it('a refusal is said below the sentence, and the row stays', async () => {
  open('/exceptions', [exception()], () => ({
    status: 422,
    body: { message: 'x', errors: { id: ['x'] }, keys: { id: ['JobIsDone'] } },
  }));
  fireEvent.click(await screen.findByRole('button', { name: /^Retry: Event 31/ }));
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).not.toBe('');
  expect(screen.getByRole('button', { name: /^Retry: Event 31/ })).toBeDefined();
});

it('nobody took it: one click takes it', async () => {
  const writes = open('/exceptions', [exception()]);
  fireEvent.click(await screen.findByRole('button', { name: /^Take: Event 31/ }));
  await waitFor(() => expect(writes()[0]).toMatchObject({ method: 'PUT', body: { is_mine: 1 } }));
  expect(writes()[0]?.path).toBe('/api/v3/exceptions/7/owner');
});

it('the details have the facts and the comments, and are put off from there; Esc closes them', async () => {
  const writes = open('/exceptions?id=7', [exception({ owner: 'Marta Oliveira' })]);
  const details = await screen.findByRole('complementary', { name: 'Details of the exception' });
  expect(await within(details).findByText('broken pipe')).toBeDefined();
  expect(within(details).getByText('Marta Oliveira')).toBeDefined();
  expect(await within(details).findByRole('textbox', { name: /comment/i })).toBeDefined();
  const from = Date.now();
  fireEvent.click(within(details).getByRole('button', { name: '1 hour' }));
  await waitFor(() => expect(writes()).toHaveLength(1));
  const [put] = writes();
  expect(
    Math.abs(Date.parse((put?.body as { until: string } | undefined)?.until ?? '') - from - 3_600_000),
  ).toBeLessThan(60_000);
  fireEvent.keyDown(window, { key: 'Escape' });
  await waitFor(() => expect(screen.queryByRole('complementary', { name: 'Details of the exception' })).toBeNull());
});

it('nothing needs you: it says when it looked and what closed by itself', async () => {
  open('/exceptions', []);
  expect(await screen.findByText('Nothing needs you')).toBeDefined();
  expect(screen.getByText(/3 closed by themselves today/)).toBeDefined();
});

it('a search without a result is not "nothing needs you"', async () => {
  open('/exceptions?search=kiwi', []);
  expect(await screen.findByText('Nothing found')).toBeDefined();
  expect(screen.queryByText('Nothing needs you')).toBeNull();
});

it('a row whose cause is gone stays where it was, in green, until something else is asked for', async () => {
  let isOpen = true;
  const [first, second] = [exception(), exception({ id: 8, sentence: 'Event 32 could not be dispatched' })];
  answerBy((sent) => {
    const [path = ''] = sent.path.replace('/api/v3', '').split('?');
    if (path === '/system/events/31/retry') {
      isOpen = false;
      return { body: { data: true } };
    }
    if (path === '/exceptions/7/look') return { body: { data: { is_open: isOpen } } };
    if (path === '/exceptions/overview')
      return { body: { data: isOpen ? overviewOf(first, second) : overviewOf(second) } };
    if (path === '/exceptions/7' && !isOpen) return { status: 404, body: { message: 'Not found' } };
    if (path === '/exception-notification') return { body: { data: { notification: null, offered: [] } } };
    return { body: { data: [] } };
  });
  showAt('/exceptions', { '/exceptions': Exceptions });
  fireEvent.click(await screen.findByRole('button', { name: /^Retry: Event 31/ }));
  const row = await waitFor(() => {
    const [top] = screen.getAllByRole('listitem').filter((each) => each.textContent?.includes('Event'));
    expect(top?.textContent).toContain('Resolved');
    return top as HTMLElement;
  });
  expect(row.textContent).toContain('Event 31 could not be dispatched');
  expect(within(row).queryByRole('button', { name: /^Retry/ })).toBeNull();
  expect(screen.getByRole('region', { name: /Parked events 1/ })).toBeDefined();
  fireEvent.click(screen.getByRole('radio', { name: /Mine/ }));
  await waitFor(() => expect(screen.queryByText(/Resolved/)).toBeNull());
});

it('it is given to one of the people who see it', async () => {
  const sent = answerBy((made) => {
    const [path = ''] = made.path.replace('/api/v3', '').split('?');
    if (path === '/exceptions/overview') return { body: { data: overviewOf(exception()) } };
    if (path === '/exceptions/7/people') return { body: { data: [{ id: 9, name: 'Marta Oliveira' }] } };
    if (path === '/exceptions/7/give') return { body: { data: exception({ owner: 'Marta Oliveira' }) } };
    if (path === '/exceptions/7') return { body: { data: exception() } };
    if (path === '/exception-notification') return { body: { data: { notification: null, offered: [] } } };
    return { body: { data: [] } };
  });
  showAt('/exceptions?id=7', { '/exceptions': Exceptions });
  fireEvent.click(await screen.findByRole('combobox', { name: 'Give to' }));
  fireEvent.click(await screen.findByRole('option', { name: 'Marta Oliveira' }));
  await waitFor(() =>
    expect(sent.find(({ path }) => path === '/api/v3/exceptions/7/give')).toMatchObject({ body: { user_id: 9 } }),
  );
});

it('one click turns the mail on, and one turns it off', async () => {
  let notification: unknown = null;
  const sent = answerBy((made) => {
    const [path = ''] = made.path.replace('/api/v3', '').split('?');
    if (path === '/exception-notification') {
      if (made.method === 'PUT') notification = { kinds: [], client_ids: [] };
      if (made.method === 'DELETE') notification = null;
      return { body: { data: made.method === 'GET' ? { notification, offered: [] } : (notification ?? true) } };
    }
    if (path === '/exceptions/overview') return { body: { data: overviewOf(exception()) } };
    return { body: { data: [] } };
  });
  showAt('/exceptions', { '/exceptions': Exceptions });
  fireEvent.click(await screen.findByRole('button', { name: 'Notify me', pressed: false }));
  fireEvent.click(await screen.findByRole('button', { name: 'Notify me', pressed: true }));
  await screen.findByRole('button', { name: 'Notify me', pressed: false });
  expect(sent.filter(({ path, method }) => path.endsWith('/exception-notification') && method !== 'GET')).toMatchObject(
    [{ method: 'PUT', body: { kinds: [], client_ids: [] } }, { method: 'DELETE' }],
  );
});

it('likely answers are beside the facts, the likeliest first; choosing one makes its call', async () => {
  const call = { method: 'POST' as const, path: '/integrations/4/skus', body: { sku: 'HOLIDAY', inventory_id: 9 } };
  const likeliest = { label: 'Map', about: 'HOLIDAY', code: 'KC-WIN-250', name: 'Winter Blend', call };
  const other = { ...likeliest, code: 'KC-HOL-1', name: 'Holiday mug', call: { ...call, body: null } };
  const writes = open('/exceptions?id=7', [exception({ proposals: [likeliest, other] })], ({ path }) => ({
    body: { data: path.endsWith('/look') ? { is_open: false } : true },
  }));
  const panel = await screen.findByRole('complementary', { name: 'Details of the exception' });
  const likely = within((await within(panel).findByText('Did you mean')).closest('section') ?? panel);
  expect(likely.getAllByRole('listitem').map((each) => each.textContent)).toEqual([
    'KC-WIN-250Winter BlendMap',
    'KC-HOL-1Holiday mugMap',
  ]);
  fireEvent.click(likely.getByRole('button', { name: 'Map: HOLIDAY, KC-WIN-250' }));
  await waitFor(() => expect(writes()).toHaveLength(2));
  expect(writes()[0]).toMatchObject({
    method: 'POST',
    path: '/api/v3/integrations/4/skus',
    body: { sku: 'HOLIDAY', inventory_id: 9 },
  });
});

it('what goes on in a job is looked at again, before it is said that the cause is still there', async () => {
  const call = { method: 'POST' as const, path: '/integrations/4/skus', body: { sku: 'HOLIDAY', inventory_id: 9 } };
  const likely = { label: 'Map', about: 'HOLIDAY', code: 'KC-WIN-250', name: 'Winter Blend', call };
  let looks = 0;
  open('/exceptions?id=7', [exception({ proposals: [likely] })], ({ path }) => ({
    body: { data: path.endsWith('/look') ? { is_open: ++looks < 2 } : true },
  }));
  const map = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Map: HOLIDAY, KC-WIN-250' });
  await screen.findByText('Did you mean');
  fireEvent.click(map());
  await waitFor(() => expect(map().disabled).toBe(true));
  await waitFor(() => expect(map().disabled).toBe(false));
  expect(looks).toBe(2);
});

it('without likely answers nothing is proposed', async () => {
  open('/exceptions?id=7', [exception()]);
  await screen.findByRole('complementary', { name: 'Details of the exception' });
  await screen.findByText('What follows from it did not happen.');
  expect(screen.queryByText('Did you mean')).toBeNull();
});
