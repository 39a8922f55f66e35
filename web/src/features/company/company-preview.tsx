import type { CompanyForm } from '@longshore/contract';
import { useText } from '../../lib/text/text.ts';
import { SidePanel } from '../../ui/detail/detail-page.tsx';
import { brandHex, scopedBranding } from '../../ui/theme/branding.ts';
import { GuestPreview } from '../accounts/index.ts';
import css from './company.module.css';
import { COLOUR_FIELDS } from './company-words.ts';

type Shown = Omit<CompanyForm, 'updated_at'>;

/** An incomplete hex value is not a colour yet: use the default until it is valid. */
function withValidColours(values: Shown): Shown {
  const colours = COLOUR_FIELDS.map((field) => [field, brandHex(values[field]) ? values[field] : '']);
  return { ...values, ...Object.fromEntries(colours) };
}

/** A live preview of what guests and users will see. */
export function CompanyPreview({ values }: { values: Shown }) {
  const t = useText();
  const shown = withValidColours(values);
  return (
    <div className={css.previews}>
      <SidePanel title={t('company.previewGuests')}>
        <GuestPreview brand={shown} />
      </SidePanel>
      <SidePanel title={t('company.previewUsers')}>
        <div className={css.appPreview} data-branded style={scopedBranding(shown) as React.CSSProperties} aria-hidden>
          <div className={css.appHeader}>
            {shown.logo && <img className={css.appLogo} src={shown.logo} alt="" />}
            <span className={css.appName}>{shown.name}</span>
            <span className={css.appSearch}>{t('shell.searchOrScan')}</span>
          </div>
          <div className={css.appButtons}>
            <span data-part="button">{t('common.save')}</span>
            <span data-part="secondary">{t('common.cancel')}</span>
            <span data-part="delete">{t('forms.confirmDelete')}</span>
          </div>
        </div>
      </SidePanel>
    </div>
  );
}
