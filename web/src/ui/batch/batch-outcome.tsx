import { Button, Group } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import { describeFailure, refusalOf } from '../../lib/failure.ts';
import { sayReason, useText } from '../../lib/text/text.ts';
import { type LineColumn, LineTable } from '../detail/line-table.tsx';
import { Mono } from '../mono.tsx';
import { Waterline } from '../waterline.tsx';
import css from './batch.module.css';
import type { BatchState } from './use-batch.ts';

interface BatchOutcomeProps<Failure> {
  state: BatchState<Failure>;
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
  /** Which record a failure is about. */
  columns: LineColumn<Failure>[];
  /** Why it failed: the reason as a message, and as a sentence for reasons without one. */
  reasonOf: (failure: Failure) => [key: string, sentence: string];
  onClose: () => void;
}

/** The progress of a batch, and then which records could not be done and why. */
export function BatchOutcome<Failure extends { id: number }>(props: BatchOutcomeProps<Failure>) {
  const { words, total, isOver, columns, reasonOf, onClose } = props;
  const { done, failures, stopped } = props.state;
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
      {failures.length > 0 && (
        <>
          <h3 className={css.title}>{words.failed(failures.length)}</h3>
          <LineTable
            dense
            label={words.failed(failures.length)}
            rows={failures}
            rowKey={({ id }) => id}
            columns={[
              ...columns,
              {
                header: 'lists.batch.reason',
                long: true,
                render: (failure) => sayReason(t, ...reasonOf(failure)),
              },
            ]}
          />
        </>
      )}
      <Group justify="flex-end" mt="md">
        <Button variant="default" disabled={!isOver} onClick={onClose} data-autofocus>
          {t('common.close')}
        </Button>
      </Group>
    </>
  );
}
