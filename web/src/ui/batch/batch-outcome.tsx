import { Button, Group } from '@mantine/core';
import { IconCheck, IconCircleCheck, IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { describeFailure, refusalOf } from '../../lib/failure.ts';
import { translateReason, useText } from '../../lib/text/text.ts';
import { type LineColumn, LineTable } from '../detail/line-table.tsx';
import { Mono } from '../mono.tsx';
import { Waterline } from '../waterline.tsx';
import css from './batch.module.css';
import type { BatchState } from './use-batch.ts';

const icon = { size: 16, stroke: 1.7, 'aria-hidden': true } as const;

interface BatchOutcomeProps<Result> {
  state: BatchState<Result>;
  total: number;
  isOver: boolean;
  words: {
    title: string;
    /** What is happening, while it is. */
    running: string;
    progress: (done: number) => string;
    done: (count: number) => string;
    failed: (count: number) => string;
    stopped: string;
  };
  /** Which record a result is about. */
  columns: LineColumn<Result>[];
  /** For work that answers every record: whether this one failed, and what those that did not are called. */
  every?: { hasFailed: (result: Result) => boolean; good: string };
  /** Why it failed: the reason as a message, and as a sentence for reasons without one. */
  reasonOf: (failure: Result) => [key: string, sentence: string];
  /** What can be done about those that failed. */
  action?: ReactNode;
  onClose: () => void;
}

/**
 * The progress of a batch, and then which records could not be done and why; those that were done too when they are
 * known.
 */
export function BatchOutcome<Result extends { id: number }>(props: BatchOutcomeProps<Result>) {
  const { words, total, isOver, columns, every, reasonOf, onClose } = props;
  const { done, results, stopped } = props.state;
  const hasFailed = every?.hasFailed ?? (() => true);
  const failures = results.filter(hasFailed);
  // What needs somebody comes first.
  const rows = [...failures, ...results.filter((result) => !hasFailed(result))];
  const t = useText();
  const reference = stopped && describeFailure(stopped, t).reference;
  return (
    <>
      {!isOver && (
        <>
          <p className={css.text}>{words.running}</p>
          <Waterline done={done} total={total} label={words.title} />
        </>
      )}
      <p className={css.text} aria-live="polite">
        {isOver && failures.length === 0 && !stopped && (
          <IconCircleCheck className={css.good} size={18} stroke={1.7} aria-hidden />
        )}
        {isOver ? words.done(done - failures.length) : words.progress(done)}
      </p>
      {stopped && (
        <div className={css.error} role="alert">
          <p>
            {refusalOf(stopped, t)}. {words.stopped}
          </p>
          {reference && (
            <p>
              <Mono>{t('lists.batch.supportReference', { reference })}</Mono>
            </p>
          )}
        </div>
      )}
      {failures.length > 0 && <h3 className={css.title}>{words.failed(failures.length)}</h3>}
      {rows.length > 0 && (
        <LineTable
          dense
          label={failures.length > 0 ? words.failed(failures.length) : words.title}
          rows={rows}
          rowKey={({ id }) => id}
          columns={[
            ...columns,
            {
              header: every ? 'lists.batch.result' : 'lists.batch.reason',
              long: true,
              render: (result) => (
                <span className={css.result} data-failed={hasFailed(result) || undefined}>
                  {every && (hasFailed(result) ? <IconX {...icon} /> : <IconCheck {...icon} />)}
                  {hasFailed(result) ? translateReason(t, ...reasonOf(result)) : every?.good}
                </span>
              ),
            },
          ]}
        />
      )}
      <Group justify="flex-end" mt="md">
        {isOver && props.action}
        <Button variant="default" disabled={!isOver} onClick={onClose} data-autofocus>
          {t('common.close')}
        </Button>
      </Group>
    </>
  );
}
