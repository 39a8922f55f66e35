/** One thing that is measured. It makes its own databases in the PostgreSQL it is given. */
export interface Job {
  name: string;
  run(postgres: { adminUrl: string }): Promise<void>;
}
