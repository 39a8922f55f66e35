import { api, isUploadedPicture } from '@longshore/contract';
import { Button, CloseButton, TextInput } from '@mantine/core';
import { IconUpload } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { useWrite } from '../../lib/api.ts';
import { refusalOf } from '../../lib/failure.ts';
import { useText } from '../../lib/text/text.ts';
import { type FieldProps, useField } from '../../ui/form/fields.tsx';
import { handledByForm } from '../../ui/form/use-record-form.ts';
import css from './company.module.css';

const ACCEPTED = 'image/png,image/jpeg,image/gif,image/webp';

/** The logo: an uploaded picture or the URL of one elsewhere. It is set when the form is saved. */
export function LogoField(props: FieldProps<string>) {
  const t = useText();
  const { value, set } = props;
  const upload = useWrite(api.company.uploadLogo, handledByForm);
  const [refusal, setRefusal] = useState('');
  const chooser = useRef<HTMLInputElement>(null);
  const { frame, input } = useField({ ...props, error: refusal || props.error });
  const change = (logo: string) => {
    setRefusal('');
    set(logo);
  };
  const send = (file: File | undefined) => {
    if (!file) return;
    setRefusal('');
    upload.mutate(
      { body: {}, file },
      { onSuccess: ({ logo }) => change(logo), onError: (failure) => setRefusal(refusalOf(failure, t)) },
    );
  };
  const isUploaded = isUploadedPicture(value);
  return frame(
    <div className={css.logoField}>
      <TextInput
        {...input}
        type="text"
        autoComplete="off"
        value={isUploaded ? t('company.logoUploaded') : value}
        readOnly={isUploaded}
        leftSection={isUploaded && <img className={css.logoThumb} src={value} alt="" />}
        leftSectionWidth={isUploaded ? 56 : 0}
        rightSection={
          value && <CloseButton size="sm" aria-label={t('company.removeLogo')} onClick={() => change('')} />
        }
        onChange={(event) => change(event.currentTarget.value)}
      />
      <input
        ref={chooser}
        hidden
        type="file"
        accept={ACCEPTED}
        aria-label={t('company.uploadLogo')}
        onChange={(event) => {
          send(event.currentTarget.files?.[0]);
          event.currentTarget.value = '';
        }}
      />
      <Button
        variant="default"
        leftSection={<IconUpload size={16} stroke={1.7} />}
        loading={upload.isPending}
        onClick={() => chooser.current?.click()}
      >
        {t('company.uploadLogo')}
      </Button>
    </div>,
  );
}
