import type { TaskKind } from '@longshore/contract';
import type { Sql } from '../database/sql.ts';

/** Work of a record as the facts have it; what people add to it is in the table `tasks`. */
export interface OpenWork {
  record_id: number;
  label: string;
  client_id: number | null;
  /** 1 goes first; a person can rank it otherwise. */
  priority: number;
  /** Null when nothing says by when. */
  due: string | null;
  /** Since when it waits. */
  created: string;
  /** The bin where it begins; empty when that is not known. */
  place: string;
  lines: number;
  units: number;
}

/** What waits of a kind of work. */
export interface TaskSource {
  kind: TaskKind;
  /**
   * All of it, a row for each record, by an index: it is read whenever somebody asks for work. What is costly (`lines`,
   * `units`) is a subquery of the row, so that it is computed only for those who ask for it.
   */
  open: Sql<OpenWork>;
}
