import { api, type Role } from '@longshore/contract';
import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { refresh, remember, useRead } from '../../../lib/api.ts';
import { describeFailure, showSuccess } from '../../../lib/failure.ts';
import { useSession } from '../../../lib/session.ts';
import { useText } from '../../../lib/text/text.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Tag } from '../../../ui/tag.tsx';
import css from './role-dialog.module.css';
import { RoleEditor } from './role-editor.tsx';

type Chosen = number | 'new' | undefined;

/** Roles on the left, the selected one in an editor on the right. Asks before unsaved changes are lost. */
export default function RoleDialog({ onClose }: { onClose: () => void }) {
  const t = useText();
  const { can } = useSession();
  const read = useRead(api.roles.list);
  const [picked, setPicked] = useState<Chosen>();
  const [version, setVersion] = useState(0);
  const [waiting, setWaiting] = useState<() => void>();
  const wouldLose = useRef(() => false);
  const roles = read.data;
  const chosen = picked ?? roles?.[0]?.id;
  const role = roles?.find(({ id }) => id === chosen);

  /** Runs `next` at once, or after the user has confirmed losing changes. */
  const confirmLoss = (next: () => void) => (wouldLose.current() ? setWaiting(() => next) : next());
  const choose = (next: Chosen) =>
    confirmLoss(() => {
      setPicked(next);
      setVersion(version + 1);
    });
  const onSaved = (saved: Role) => {
    const others = (roles ?? []).filter(({ id }) => id !== saved.id);
    remember(
      api.roles.list,
      {},
      [...others, saved].toSorted((one, other) => one.name.localeCompare(other.name)),
    );
    void refresh(api.users.list);
    setPicked(saved.id);
    setVersion(version + 1);
    showSuccess(t('users.roles.saved', { name: saved.name }));
  };
  return (
    <Dialog title={t('users.roles.roles')} size={760} closeOnClickOutside={false} onClose={() => confirmLoss(onClose)}>
      {!roles && read.error && (
        <EmptyState title={t('users.roles.failed')} hint={describeFailure(read.error, t).sentence}>
          <Button variant="default" onClick={() => read.refetch()}>
            {t('common.retry')}
          </Button>
        </EmptyState>
      )}
      {roles && (
        <div className={css.columns}>
          <RoleList roles={roles} chosen={chosen} onChoose={choose} mayCreate={can(api.roles.create.access)} />
          {role || chosen === 'new' ? (
            <RoleEditor
              key={`${chosen} ${version}`}
              role={role}
              wouldLose={wouldLose}
              asking={waiting !== undefined}
              onStay={() => setWaiting(undefined)}
              onLeave={() => {
                setWaiting(undefined);
                waiting?.();
              }}
              onSaved={onSaved}
              onClose={() => confirmLoss(onClose)}
            />
          ) : (
            <EmptyState title={t('users.roles.chooseOne')} />
          )}
        </div>
      )}
    </Dialog>
  );
}

interface ListProps {
  roles: Role[];
  chosen: Chosen;
  onChoose: (role: Chosen) => void;
  mayCreate: boolean;
}

function RoleList({ roles, chosen, onChoose, mayCreate }: ListProps) {
  const t = useText();
  return (
    <nav className={css.list} aria-label={t('users.roles.roles')}>
      {mayCreate && (
        <Button
          variant={chosen === 'new' ? 'light' : 'default'}
          size="xs"
          leftSection={<IconPlus size={15} stroke={1.7} />}
          onClick={() => onChoose('new')}
        >
          {t('users.roles.create')}
        </Button>
      )}
      <ul>
        {roles.map((role) => (
          <li key={role.id}>
            <button
              type="button"
              className={css.role}
              aria-current={role.id === chosen || undefined}
              onClick={() => onChoose(role.id)}
            >
              <span className={css.roleName}>{role.name}</span>
              <span className={css.roleSecond}>
                {role.user_count ? t('users.roles.usedBy', { count: role.user_count }) : t('users.roles.unused')}
                {!role.is_active && <Tag>{t('users.roles.disabledTag')}</Tag>}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </nav>
  );
}
