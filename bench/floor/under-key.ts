/** Parts of the floors' statements: what every write records beside what it changes. */
export interface UnderKey {
  /** The idempotency key and the hash of the body; the user is that of the scope. */
  key: string;
  bodyHash: Buffer;
}

/** Claims the key and keeps the answer at once: the statement answers nothing but the id. `made` has one row. */
export const claimed = (key: string, hash: string, path: string, made: string) =>
  `claimed as (insert into idempotency_keys (user_id, key, method, path, body_hash, response)
    select 1, ${key}::text, 'POST', '${path}', ${hash}::bytea, to_json(id) from ${made})`;

/** An entry in the history of a record, without its changes. */
export const traced = (kind: 'Order' | 'Shipment', subject: string, id: string, made: string) =>
  `traced_${kind} as (insert into traces (client_id, traceable_type, traceable_id, user_id, user_name, subject)
    select client_id, '${kind}', ${id}, 1, 'Floor', '${subject}' from ${made})`;
