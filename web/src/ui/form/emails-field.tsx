import { isEmail } from '@longshore/contract';
import { TagsInput } from '@mantine/core';
import { useState } from 'react';
import { useText } from '../../lib/text/text.ts';
import { type FieldProps, useField } from './fields.tsx';
import css from './form.module.css';

const SPLIT = [',', ';', ' '];

/** E-mail addresses as tags. Only valid ones are taken: another stays in the box, with the reason below. */
export function EmailsField(props: FieldProps<string[]> & { max?: number }) {
  const t = useText();
  const { frame, input } = useField(props);
  const [typed, setTyped] = useState('');
  const [refused, setRefused] = useState('');
  const take = (addresses: string[]) => {
    const wrong = addresses.find((address) => !isEmail(address.trim())) ?? '';
    const good = [...new Set(addresses.map((address) => address.trim().toLowerCase()).filter(isEmail))];
    // Setting a field takes its error away: only a change may.
    if (good.join() !== props.value.join()) props.set(good);
    setRefused(wrong);
    // The box empties itself after each entry; what was not taken comes back to be corrected.
    if (wrong) queueMicrotask(() => setTyped(wrong));
  };
  return frame(
    <TagsInput
      {...input}
      type="email"
      data-takes-enter
      splitChars={SPLIT}
      maxTags={props.max ?? 20}
      placeholder={props.value.length || props.disabled ? '' : t('forms.emailsHint')}
      value={props.value}
      onChange={take}
      searchValue={typed}
      onSearchChange={(text) => {
        setTyped(text);
        if (text) setRefused('');
      }}
      error={refused && !isEmail(refused) ? t('messages.EmailIsInvalid') : input.error}
      classNames={{ pill: css.tag ?? '' }}
      clearButtonProps={{ 'aria-label': t('forms.clear') }}
    />,
  );
}
