import { notifications, notificationsStore } from '@mantine/notifications';
import { createMemoryHistory } from '@tanstack/react-router';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { leaveToastsBehind, SUCCESS_MS, toast } from './toast.ts';

const shown = () => notificationsStore.getState().notifications;
const titles = () => shown().map(({ title }) => title);
const show = async (title: string, role: 'status' | 'alert', autoClose?: number) => {
  toast({ id: title, title, message: null, role, ...(autoClose === undefined ? {} : { autoClose }) });
  await vi.waitFor(() => expect(titles()).toContain(title));
};

describe('toasts', () => {
  let history = createMemoryHistory();
  let stop = () => {};
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['Date'] });
    history = createMemoryHistory();
    stop = leaveToastsBehind(history);
  });
  afterEach(() => {
    stop();
    notifications.clean();
    vi.useRealTimers();
  });

  it('a success closes by itself after 5 seconds, an error does not', async () => {
    await show('Saved', 'status');
    await show('Refused', 'alert');
    expect(SUCCESS_MS).toBe(5000);
    expect(shown().map(({ title, autoClose }) => [title, autoClose])).toEqual([
      ['Saved', SUCCESS_MS],
      ['Refused', false],
    ]);
  });

  it('a success is left behind by a navigation, an error and an offer to undo are not', async () => {
    await show('Saved', 'status');
    await show('Refused', 'alert');
    await show('Deleted', 'status', 10_000);
    vi.setSystemTime(Date.now() + 2_000);
    history.push('/customers');
    await vi.waitFor(() => expect(titles()).toEqual(['Refused', 'Deleted']));
  });

  it('stays when the navigation is what was saved for: the form opens the record', async () => {
    await show('Saved', 'status');
    history.push('/customers');
    // The screen takes its time to appear.
    vi.setSystemTime(Date.now() + 2_000);
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(titles()).toEqual(['Saved']);
  });

  it('stays when only the query of a list changes', async () => {
    history.push('/customers?page=1');
    await show('Deleted', 'status');
    vi.setSystemTime(Date.now() + 2_000);
    history.push('/customers?page=2');
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(titles()).toEqual(['Deleted']);
  });
});
