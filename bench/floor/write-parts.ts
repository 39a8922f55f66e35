/** What a write happens once under; the user is that of the scope. */
export interface IdempotencyKey {
  key: string;
  bodyHash: Buffer;
}

/** SQL that claims the key and stores the answer, which is nothing but the id of the only row of `made`. */
export const claimKeySql = (key: string, hash: string, path: string, made: string) =>
  `claimed as (insert into idempotency_keys (user_id, key, method, path, body_hash, response)
    select 1, ${key}::text, 'POST', '${path}', ${hash}::bytea, to_json(id) from ${made})`;

/** SQL that adds an entry to the history of a record, without its changes. */
export const insertTraceSql = (kind: 'Order' | 'Shipment', subject: string, id: string, made: string) =>
  `traced_${kind} as (insert into traces (client_id, traceable_type, traceable_id, user_id, user_name, subject)
    select client_id, '${kind}', ${id}, 1, 'Floor', '${subject}' from ${made})`;
