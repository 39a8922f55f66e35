import { expect, test } from 'vitest';
import { eventually, testApp } from '../../../test/harness.ts';

/**
 * What a lane asks the database first is its list of tasks. A sequence counts how often it was asked: its value stays
 * when the statement fails.
 */
const REFUSED_ONCE = `
  create sequence asked;
  create function refuse() returns trigger language plpgsql security definer as
  $$begin
    if new.identifier = 'look-at-exceptions' and nextval('asked') = 1 then
      raise exception 'sorry, too many clients already' using errcode = '53300';
    end if;
    return new;
  end$$;
  create trigger refuse before insert on graphile_worker._private_tasks for each row execute function refuse();`;

test('a lane works also when the database had no place for its first statement', async () => {
  const before = await testApp();
  await before.database.owner(REFUSED_ONCE);
  const it = await testApp({ database: before.database, worker: true });
  await it.database.owner('delete from exception_looks');
  await it.database.owner(
    `insert into events (kind, client_id, subject_id, payload) select 'channel.orders', min(id), 1, '{}' from clients`,
  );
  await eventually(async () => {
    const [look] = await it.database.owner("select from exception_looks where kind = 'shop-order-changed'");
    return look ? true : undefined;
  }, 15_000);
  const [asked] = await it.database.owner<{ is_called: boolean }>('select is_called from asked');
  expect(asked?.is_called).toBe(true);
});
