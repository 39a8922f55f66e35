import {
  api,
  type PermissionGroup,
  type PermissionKey,
  permissionGroups,
  type Role,
  RoleInput,
} from '@longshore/contract';
import { Button, Checkbox, Tooltip } from '@mantine/core';
import type { RefObject } from 'react';
import { useWrite } from '../../../lib/api.ts';
import { useSession } from '../../../lib/session.ts';
import { useText } from '../../../lib/text/text.ts';
import { SwitchField, TextField } from '../../../ui/form/fields.tsx';
import form_ from '../../../ui/form/form.module.css';
import { moveOnEnter, useFormKeys } from '../../../ui/form/form-keys.ts';
import { FormKeyHints, FormProblems } from '../../../ui/form/form-page.tsx';
import { LeaveGuard } from '../../../ui/form/leave-guard.tsx';
import { handledByForm, useRecordForm } from '../../../ui/form/use-record-form.ts';
import css from './role-dialog.module.css';
import { groupState, type Held, heldKeys, withKeys } from './role-rules.ts';
import { useRoleSentence } from './role-sentence.ts';

interface EditorProps {
  /** Undefined for a new role. */
  role: Role | undefined;
  /** Lets the dialog check for unsaved changes. */
  wouldLose: RefObject<() => boolean>;
  /** The dialog wants to close and there are unsaved changes. */
  asking: boolean;
  onStay: () => void;
  onLeave: () => void;
  onSaved: (role: Role) => void;
  onClose: () => void;
}

export function RoleEditor({ role, wouldLose, onSaved, ...foot }: EditorProps) {
  const t = useText();
  const { can } = useSession();
  const create = useWrite(api.roles.create, handledByForm);
  const update = useWrite(api.roles.update, handledByForm);
  const mayWrite = can(role ? api.roles.update.access : api.roles.create.access);
  const form = useRecordForm({
    draft: `role ${role?.id ?? 'new'}`,
    schema: RoleInput,
    initial: { name: role?.name ?? '', is_active: role?.is_active ?? 1, access: heldKeys(role?.access ?? {}) },
    save: (body) => (role ? update.mutateAsync({ params: { id: role.id }, body }) : create.mutateAsync({ body })),
    onSaved,
  });
  wouldLose.current = form.wouldLose;
  useFormKeys({ save: () => mayWrite && form.submit() });
  const sentence = useRoleSentence(form.values.access);
  return (
    <form
      className={css.editor}
      noValidate
      aria-label={role?.name ?? t('users.roles.newRole')}
      onKeyDown={moveOnEnter}
      onSubmit={(event) => {
        event.preventDefault();
        void form.submit();
      }}
    >
      <div className={css.scroll}>
        <FormProblems form={form} />
        <div className={form_.grid}>
          <TextField {...form.field('name')} label="users.roles.name" span={8} autoFocus={!role} disabled={!mayWrite} />
          <SwitchField {...form.field('is_active')} label="users.roles.active" span={4} disabled={!mayWrite} />
        </div>
        <section className={css.summary} aria-label={t('users.roles.summary')} aria-live="polite">
          {sentence}
        </section>
        <PermissionGroups
          held={form.values.access}
          before={role?.access ?? {}}
          mayWrite={mayWrite}
          onChange={(access) => form.set({ access })}
        />
      </div>
      <EditorFoot
        {...foot}
        onLeave={() => {
          form.removeDraft();
          foot.onLeave();
        }}
        saving={form.saving}
        mayWrite={mayWrite}
      />
      <LeaveGuard form={form} />
    </form>
  );
}

interface PermissionGroupsProps {
  held: Held;
  /** Permissions of the role when the editor was opened: one may remove and restore these even without holding them. */
  before: Held;
  mayWrite: boolean;
  onChange: (held: Held) => void;
}

function PermissionGroups({ held, before, mayWrite, onChange }: PermissionGroupsProps) {
  const t = useText();
  const { user } = useSession();
  const mayGrant = (key: PermissionKey) => user.is_su || user.access[key] === true || before[key] === true;
  const groups = Object.entries(permissionGroups) as [PermissionGroup, readonly PermissionKey[]][];
  const hasUngrantable = mayWrite && groups.some(([, keys]) => keys.some((key) => !mayGrant(key)));
  return (
    <>
      {!mayWrite && <p className={css.note}>{t('users.roles.readOnly')}</p>}
      {hasUngrantable && <p className={css.note}>{t('users.roles.notHeldNote')}</p>}
      {groups.map(([group, keys]) => {
        const open = keys.filter(mayGrant);
        const { all, some, count } = groupState(held, keys);
        const name = t(`permissions.groups.${group}`);
        return (
          <fieldset key={group} className={css.group}>
            <legend className={css.legend}>
              <Checkbox
                size="xs"
                checked={all}
                indeterminate={some}
                disabled={!mayWrite || open.length === 0}
                label={<span className={css.groupName}>{name}</span>}
                aria-label={t('users.roles.selectAll', { group: name })}
                onChange={() => onChange(withKeys(held, open, !open.every((key) => held[key])))}
              />
              <span className={css.count}>{t('users.roles.of', { held: count, all: keys.length })}</span>
            </legend>
            <div className={css.rights}>
              {keys.map((key) => (
                <PermissionSwitch
                  key={key}
                  right={key}
                  on={held[key] === true}
                  disabled={!mayWrite}
                  isNotHeld={!mayGrant(key)}
                  onChange={(on) => onChange(withKeys(held, [key], on))}
                />
              ))}
            </div>
          </fieldset>
        );
      })}
    </>
  );
}

interface PermissionSwitchProps {
  right: PermissionKey;
  on: boolean;
  disabled: boolean;
  /** The current user does not hold this permission and so cannot grant it. */
  isNotHeld: boolean;
  onChange: (on: boolean) => void;
}

const capitalize = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

function PermissionSwitch({ right, on, disabled, isNotHeld, onChange }: PermissionSwitchProps) {
  const t = useText();
  return (
    <Tooltip label={t('users.roles.notHeld')} disabled={!isNotHeld || disabled}>
      <div className={css.right}>
        <Checkbox
          size="xs"
          checked={on}
          disabled={disabled || isNotHeld}
          label={capitalize(t(`permissions.keys.${right}`))}
          name={right}
          onChange={(event) => onChange(event.currentTarget.checked)}
        />
      </div>
    </Tooltip>
  );
}

type FootProps = Pick<EditorProps, 'asking' | 'onStay' | 'onLeave' | 'onClose'> & {
  saving: boolean;
  mayWrite: boolean;
};

function EditorFoot({ asking, onStay, onLeave, onClose, saving, mayWrite }: FootProps) {
  const t = useText();
  if (asking)
    return (
      <div className={css.foot}>
        <span role="alert">{t('users.roles.unsaved')}</span>
        <div className={css.footEnd}>
          <Button variant="default" onClick={onLeave}>
            {t('forms.leaveAnyway')}
          </Button>
          <Button onClick={onStay} data-autofocus>
            {t('forms.stay')}
          </Button>
        </div>
      </div>
    );
  return (
    <div className={css.foot}>
      {mayWrite && <FormKeyHints />}
      <div className={css.footEnd}>
        <Button variant="default" onClick={onClose}>
          {t('common.close')}
        </Button>
        {mayWrite && (
          <Button type="submit" disabled={saving}>
            {t('common.save')}
          </Button>
        )}
      </div>
    </div>
  );
}
