import { BUCKET_UNITS_MAX, type BucketInput, generateSerials, INCREMENT_MAX } from '@longshore/contract';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { translateMessage, useText } from '../../../lib/text/text.ts';
import { TextField } from '../../../ui/form/fields.tsx';
import { FieldGroup } from '../../../ui/form/form-page.tsx';
import { QuantityField } from '../../../ui/form/number-fields.tsx';
import type { RecordForm } from '../../../ui/form/use-record-form.ts';
import { playTone } from '../../../ui/scan/scan-tone.ts';
import css from './serials.module.css';

/** Why serials cannot be generated; undefined when they can. */
function problemOf({ units, increment }: BucketInput): string | undefined {
  if (![units, increment].every(Number.isInteger)) return 'NotAWholeNumber';
  if (units <= 0) return 'UnitsMustBeGreaterThan0';
  if (units > BUCKET_UNITS_MAX) return `TooLarge:${BUCKET_UNITS_MAX}`;
  if (increment < 0) return 'TooSmall:1';
  return increment > INCREMENT_MAX ? `TooLarge:${INCREMENT_MAX}` : undefined;
}

/** Generates serials from the lead; they replace the existing ones. */
export function GenerateFields({ form }: { form: RecordForm<BucketInput> }) {
  const t = useText();
  const [problem, setProblem] = useState<string>();
  const { lead, increment, units } = form.values;
  const refuse = (message: string) => {
    playTone('bad');
    setProblem(message);
  };
  const generate = () => {
    const wrong = problemOf(form.values);
    if (wrong) return refuse(wrong);
    // An empty increment means 1, as in the API.
    const made = generateSerials(lead.trim(), increment || 1, units);
    if ('problem' in made) return refuse(made.problem);
    setProblem(undefined);
    form.set({ serials: made.serials, increment: increment || 1 });
  };
  return (
    <FieldGroup title="serials.numbers">
      <TextField {...form.field('lead')} label="serials.lead" hint="serials.leadHint" span={6} mono />
      <QuantityField {...form.field('increment')} required={false} label="serials.increment" span={3} />
      <QuantityField {...form.field('units')} label="serials.units" span={3} />
      <div className={css.fullWidth}>
        <Button variant="default" onClick={generate}>
          {t('serials.generate')}
        </Button>
        {problem && (
          <p role="alert" className={css.alert}>
            {translateMessage(t, problem)}
          </p>
        )}
      </div>
    </FieldGroup>
  );
}
