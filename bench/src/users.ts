import { hash } from '@node-rs/argon2';
import { asOwner, CLIENTS, type Urls } from './database.ts';

const PASSWORD = 'bench-password';

async function signIn(port: number, email: string): Promise<string> {
  const answer = await fetch(`http://127.0.0.1:${port}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: PASSWORD }),
  });
  const { data } = (await answer.json()) as { data: { jwt: string } };
  return data.jwt;
}

/** One super user per client, so that calls are spread over the clients. */
export async function seedUsers(urls: Urls): Promise<void> {
  await asOwner(urls, [
    `insert into users (name, email, password_hash, is_main_user, is_su, last_working_client)
     select 'Bench ' || id, 'bench' || id || '@longshore.test', '${await hash(PASSWORD)}', true, true, id from clients`,
  ]);
}

/** Their tokens, indexed by the client they work for. */
export async function signInAll(port: number): Promise<string[]> {
  const tokens: string[] = [];
  for (let client = 1; client <= CLIENTS; client++)
    tokens[client] = await signIn(port, `bench${client}@longshore.test`);
  return tokens;
}

/** Makes a client user for each client and signs them in; tokens indexed by their client. */
export async function signInClients(urls: Urls, port: number): Promise<string[]> {
  await asOwner(urls, [
    `insert into users (name, email, password_hash, client_id, order_controller)
     select 'Client ' || id, 'client' || id || '@longshore.test', '${await hash(PASSWORD)}', id, true from clients`,
  ]);
  const tokens: string[] = [];
  for (let client = 1; client <= CLIENTS; client++)
    tokens[client] = await signIn(port, `client${client}@longshore.test`);
  return tokens;
}
