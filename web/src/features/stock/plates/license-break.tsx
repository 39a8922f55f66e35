import { api, type License, LicenseBreak, type LicenseRow } from '@longshore/contract';
import { useWrite } from '../../../lib/api.ts';
import { useText } from '../../../lib/text/text.ts';
import { FormDialog } from '../../../ui/form/form-dialog.tsx';
import { QuantityField } from '../../../ui/form/number-fields.tsx';
import { handledByForm, useRecordForm } from '../../../ui/form/use-record-form.ts';
import { refreshLicenses } from './license-cache.ts';
import css from './licenses.module.css';
import { PlateFields } from './plate-fields.tsx';

interface BreakProps {
  plate: LicenseRow;
  onMade: (title: string, plates: License[]) => void;
  onClose: () => void;
}

/** Breaks a plate: distributes its stock over new plates of the same client in the same bin. */
export function BreakDialog({ plate, onMade, onClose }: BreakProps) {
  const t = useText();
  const { uom_id, length, width, height, weight, license } = plate;
  const divide = useWrite(api.licenses.break, handledByForm);
  const form = useRecordForm({
    draft: `break ${plate.id}`,
    schema: LicenseBreak,
    initial: { count: 1, uom_id, length, width, height, weight },
    save: (body) => divide.mutateAsync({ params: { id: plate.id }, body }),
    onSaved: (parts) => {
      void refreshLicenses();
      onMade(t('licenses.breakDone', { count: parts.length, license }), parts);
    },
  });
  return (
    <FormDialog form={form} title={t('licenses.breakTitle', { license })} onClose={onClose} saveLabel="licenses.break">
      <p className={css.explained}>{t('licenses.breakText', { license })}</p>
      <QuantityField {...form.field('count')} required label="licenses.count" span={12} />
      <PlateFields field={form.field} />
    </FormDialog>
  );
}
