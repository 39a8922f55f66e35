import { api, BADGE_HOURS, BADGE_KINDS, BadgeInput, type NewBadge, requiredSecret } from '@longshore/contract';
import { useWrite } from '../../../lib/api.ts';
import { useText } from '../../../lib/text/text.ts';
import { SelectField, TextField, useField } from '../../../ui/form/fields.tsx';
import { FormDialog } from '../../../ui/form/form-dialog.tsx';
import { QuantityField } from '../../../ui/form/number-fields.tsx';
import { type FieldOf, handledByForm, useRecordForm } from '../../../ui/form/use-record-form.ts';
import { PasswordField } from '../../../ui/password-field.tsx';

const OwnBadge = BadgeInput.extend({ current_password: requiredSecret('CurrentPasswordIsRequired') });
const blank = { kind: 'personal' as const, name: '', hours: BADGE_HOURS };

interface BadgeDialogProps {
  /** Undefined for the caller, who gives the password. */
  userId: number | undefined;
  onMade: (badge: NewBadge) => void;
  onClose: () => void;
}

export function BadgeDialog({ userId, ...props }: BadgeDialogProps) {
  return userId === undefined ? <OwnBadgeDialog {...props} /> : <UserBadgeDialog userId={userId} {...props} />;
}

function OwnBadgeDialog({ onMade, onClose }: Omit<BadgeDialogProps, 'userId'>) {
  const t = useText();
  const make = useWrite(api.badges.makeMine, handledByForm);
  const form = useRecordForm({
    draft: null,
    schema: OwnBadge,
    initial: { ...blank, current_password: '' },
    save: (body) => make.mutateAsync({ body }),
    onSaved: onMade,
  });
  return (
    <FormDialog form={form} title={t('badges.make')} saveLabel="badges.make" onClose={onClose}>
      <BadgeFields kind={form.field('kind')} name={form.field('name')} hours={form.field('hours')} />
      <CurrentPassword {...form.field('current_password')} />
    </FormDialog>
  );
}

function UserBadgeDialog({ userId, onMade, onClose }: BadgeDialogProps & { userId: number }) {
  const t = useText();
  const make = useWrite(api.badges.make, handledByForm);
  const form = useRecordForm({
    draft: null,
    schema: BadgeInput,
    initial: blank,
    save: (body) => make.mutateAsync({ params: { id: userId }, body }),
    onSaved: onMade,
  });
  return (
    <FormDialog form={form} title={t('badges.make')} saveLabel="badges.make" onClose={onClose}>
      <BadgeFields kind={form.field('kind')} name={form.field('name')} hours={form.field('hours')} />
    </FormDialog>
  );
}

interface FieldsProps {
  kind: FieldOf<BadgeInput['kind']>;
  name: FieldOf<string>;
  hours: FieldOf<number>;
}

function BadgeFields({ kind, name, hours }: FieldsProps) {
  const t = useText();
  const kinds = BADGE_KINDS.map((value) => ({ value, label: t(`badges.kinds.${value}`) }));
  const isOnce = kind.value === 'one_time';
  return (
    <>
      <SelectField
        {...kind}
        label="badges.kind"
        span={isOnce ? 8 : 12}
        choices={kinds}
        {...(isOnce ? {} : { hint: 'badges.kindHint' })}
      />
      {isOnce && <QuantityField {...hours} label="badges.hours" span={4} />}
      <TextField {...name} label="badges.name" hint="badges.nameHint" span={12} />
    </>
  );
}

function CurrentPassword(props: FieldOf<string>) {
  const { frame, input } = useField({ ...props, label: 'badges.password', span: 12 });
  return frame(
    <PasswordField
      {...input}
      autoComplete="current-password"
      value={props.value}
      onChange={(event) => props.set(event.currentTarget.value)}
    />,
  );
}
