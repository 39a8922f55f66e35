import { describe, expect, test } from 'vitest';
import { UploadBudget } from './upload-budget.ts';

const budgetOf = (limits: Partial<ConstructorParameters<typeof UploadBudget>[0]> = {}) =>
  new UploadBudget({ total: 10, ofUser: 6, waitMs: 20, waitingMax: 2, ...limits });

describe('memory for uploads', () => {
  test('is granted while there is room, within a limit per user', async () => {
    const budget = budgetOf();
    const release = await budget.take(1, 6);
    expect(await budget.take(1, 1)).toBeUndefined();
    expect(await budget.take(2, 5)).toBeUndefined();
    expect(await budget.take(2, 4)).toBeTypeOf('function');
    release?.();
    expect(await budget.take(1, 6)).toBeTypeOf('function');
  });

  test('is granted to waiting uploads as soon as it is free, to as many as fit', async () => {
    const budget = budgetOf({ waitMs: 60_000 });
    const release = await budget.take(1, 6);
    const waiting = [budget.take(1, 2), budget.take(1, 3)];
    release?.();
    for (const taken of await Promise.all(waiting)) expect(taken).toBeTypeOf('function');
  });

  test('released twice counts once', async () => {
    const budget = budgetOf();
    const release = await budget.take(1, 6);
    release?.();
    release?.();
    await budget.take(1, 5);
    expect(await budget.take(1, 2)).toBeUndefined();
  });

  test('is refused at once when too many wait', async () => {
    const budget = budgetOf({ waitMs: 60_000, waitingMax: 1 });
    const release = await budget.take(1, 6);
    const waiting = budget.take(1, 6);
    expect(await budget.take(1, 6)).toBeUndefined();
    release?.();
    expect(await waiting).toBeTypeOf('function');
  });
});
