import { api, type Comment } from '@longshore/contract';
import { ActionIcon, Button, Checkbox, Textarea, Tooltip } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { type KeyboardEvent, useId, useState } from 'react';
import { asFailure, refresh, remember, useRead, useWrite } from '../../lib/api.ts';
import { useFormat } from '../../lib/format.ts';
import { useSession } from '../../lib/session.ts';
import { translateMessage, useText } from '../../lib/text/text.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { SidePanel } from '../../ui/detail/detail-page.tsx';
import { useDraft } from '../../ui/form/use-draft.ts';
import { Tag } from '../../ui/tag.tsx';
import { UserAvatar } from '../../ui/user-avatar.tsx';
import { PanelBlank } from './panel-blank.tsx';
import { type CommentedProps, refreshHistory } from './panel-props.ts';
import css from './panels.module.css';

const COMMENT_MAX = 2000;

const inputOf = ({ type, id }: CommentedProps) => ({ query: { commentable_type: type, commentable_id: id } });

interface CommentsProps extends CommentedProps {
  /** A note of another record that belongs to the talk, above it: that of a shipment's order. */
  note?: { title: string; text: string } | undefined;
}

/** Comments on a record, oldest first. Internal comments are never sent to client users. */
export function CommentsPanel({ note, ...props }: CommentsProps) {
  const t = useText();
  const read = useRead(api.panels.comments, inputOf(props));
  const [toDelete, setToDelete] = useState<Comment>();
  const comments = read.data ?? [];
  return (
    <SidePanel title={t('records.comments')} count={comments.length || undefined}>
      {note?.text && (
        <blockquote className={css.quoted}>
          <span className={css.quotedTitle}>{note.title}</span>
          {note.text}
        </blockquote>
      )}
      <PanelBlank
        read={read}
        none={t('records.noComments')}
        isEmpty={comments.length === 0 && Boolean(props.readOnly)}
      />
      {comments.length > 0 && (
        <ol className={css.comments}>
          {comments.map((comment) => (
            <CommentItem key={comment.id} comment={comment} onDelete={() => setToDelete(comment)} />
          ))}
        </ol>
      )}
      {!props.readOnly && read.data && (
        <CommentWriter key={`${props.type} ${props.id}`} {...props} comments={comments} />
      )}
      {toDelete && <DeleteComment {...props} comment={toDelete} onClose={() => setToDelete(undefined)} />}
    </SidePanel>
  );
}

function CommentItem({ comment, onDelete }: { comment: Comment; onDelete: () => void }) {
  const t = useText();
  const format = useFormat();
  return (
    <li className={css.comment}>
      <UserAvatar name={comment.user.name} size={24} />
      <div>
        <div className={css.commentHead}>
          <span className={css.name}>{comment.user.name}</span>
          {comment.internal && <Tag tone="caution">{t('records.internal')}</Tag>}
          <time className={css.time} dateTime={comment.created_at} title={format.dateTime(comment.created_at)}>
            {format.commentTime(comment.created_at)}
          </time>
          {comment.is_mine && (
            <Tooltip label={t('records.deleteComment')}>
              <ActionIcon
                className={css.hidden}
                size={20}
                aria-label={`${t('records.deleteComment')}: ${comment.user.name}`}
                onClick={onDelete}
              >
                <IconTrash size={14} stroke={1.7} />
              </ActionIcon>
            </Tooltip>
          )}
        </div>
        <p className={css.text}>{comment.comment}</p>
      </div>
    </li>
  );
}

const nothingWritten = { text: '', internal: false };

/** The comment being written. Leaving the page asks nothing: it is kept as a draft, and is there again on return. */
function useWriting({ type, id }: CommentedProps) {
  const [written, setWritten] = useState(nothingWritten);
  const { clearDraft } = useDraft<typeof nothingWritten>(`comment ${type} ${id}`, {
    values: written,
    getValues: () => written,
    setValues: setWritten,
    isDirty: () => written.text.trim() !== '',
  });
  return {
    ...written,
    set: (change: Partial<typeof nothingWritten>) => setWritten((before) => ({ ...before, ...change })),
    /** What was typed while this text was on its way stays. */
    clearSent: (sent: string) => {
      clearDraft();
      setWritten((now) => (now.text === sent ? nothingWritten : now));
    },
  };
}

/** One line that grows with the text; the buttons appear with the first letter. Ctrl/⌘+Enter sends. */
function CommentWriter({ comments, ...props }: CommentedProps & { comments: Comment[] }) {
  const t = useText();
  const { user } = useSession();
  const hint = useId();
  const { text, internal, set, clearSent } = useWriting(props);
  const [problem, setProblem] = useState('');
  const add = useWrite(api.panels.addComment, {
    onSuccess: (made, sent) => {
      remember(api.panels.comments, inputOf(props), [...comments, made]);
      clearSent(sent.body?.comment ?? '');
      refreshHistory();
    },
    onFailure: (failure) => {
      const [key] = Object.values(asFailure(failure).keys ?? {}).flat();
      setProblem(key ?? '');
      return key !== undefined;
    },
  });
  const send = () => {
    if (add.isPending || !text.trim()) return;
    add.mutate({
      body: { comment: text, internal: internal ? 1 : 0, commentable_type: props.type, commentable_id: props.id },
    });
  };
  const handleKey = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.nativeEvent.isComposing) return;
    event.preventDefault();
    send();
  };
  return (
    <div className={css.writer} data-begun={text ? true : undefined} data-internal={internal || undefined}>
      <Textarea
        autosize
        minRows={1}
        maxRows={8}
        maxLength={COMMENT_MAX}
        aria-label={t('records.addComment')}
        aria-describedby={internal ? hint : undefined}
        placeholder={t('records.addComment')}
        value={text}
        error={problem && translateMessage(t, problem)}
        onChange={(event) => {
          set({ text: event.currentTarget.value });
          setProblem('');
        }}
        onKeyDown={handleKey}
      />
      <div className={css.writerFoot}>
        {user.is_main_user && (
          <Checkbox
            size="xs"
            label={t('records.internal')}
            checked={internal}
            onChange={(event) => set({ internal: event.currentTarget.checked })}
          />
        )}
        <Button size="xs" className={css.send} disabled={add.isPending || !text.trim()} onClick={send}>
          {t('records.comment')}
        </Button>
      </div>
      {internal && (
        <p id={hint} className={css.note}>
          {t('records.internalHint')}
        </p>
      )}
    </div>
  );
}

function DeleteComment({ comment, onClose, ...props }: CommentedProps & { comment: Comment; onClose: () => void }) {
  const t = useText();
  const remove = useWrite(api.panels.deleteComment, {
    onSuccess: async () => {
      await refresh(api.panels.comments, inputOf(props));
      refreshHistory();
      onClose();
    },
  });
  return (
    <ConfirmDialog
      title={t('records.deleteComment')}
      text={t('records.deleteCommentText', { name: comment.user.name })}
      confirm={t('forms.confirmDelete')}
      danger
      busy={remove.isPending}
      onConfirm={() => remove.mutate({ params: { id: comment.id } })}
      onClose={onClose}
    />
  );
}
