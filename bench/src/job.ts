/** One benchmark. It creates its own databases in the given PostgreSQL. */
export interface Job {
  name: string;
  run(postgres: { adminUrl: string }): Promise<void>;
}
