import { isEmail } from '@longshore/contract';
import { TagsInput } from '@mantine/core';
import { useState } from 'react';
import { useText } from '../../lib/text/text.ts';
import { type FieldProps, useField } from './fields.tsx';
import css from './form.module.css';

const SPLIT = [',', ';', ' '];

/** E-mail addresses as tags. Invalid input stays in the box, with the reason below it. */
export function EmailsField(props: FieldProps<string[]> & { max?: number }) {
  const t = useText();
  const { frame, input } = useField(props);
  const [typed, setTyped] = useState('');
  const [invalid, setInvalid] = useState('');
  const addAll = (addresses: string[]) => {
    const wrong = addresses.find((address) => !isEmail(address.trim())) ?? '';
    const good = [...new Set(addresses.map((address) => address.trim().toLowerCase()).filter(isEmail))];
    // Setting the value clears the field's error, so it is set only when it changes.
    if (good.join() !== props.value.join()) props.set(good);
    setInvalid(wrong);
    // Mantine clears the box after each entry; invalid text is put back to be corrected.
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
      onChange={addAll}
      searchValue={typed}
      onSearchChange={(text) => {
        setTyped(text);
        if (text) setInvalid('');
      }}
      error={invalid && !isEmail(invalid) ? t('messages.EmailIsInvalid') : input.error}
      classNames={{ pill: css.tag ?? '' }}
      clearButtonProps={{ 'aria-label': t('forms.clear') }}
    />,
  );
}
