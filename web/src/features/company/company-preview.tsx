import { type CompanyForm, isUploadedPicture } from '@longshore/contract';
import { useSession } from '../../lib/session.ts';
import { useText } from '../../lib/text/text.ts';
import { SidePanel } from '../../ui/detail/detail-page.tsx';
import { brandHex, scopedBranding } from '../../ui/theme/branding.ts';
import { GuestPreview } from '../accounts/index.ts';
import css from './company.module.css';
import { COLOUR_FIELDS } from './company-words.ts';

type Values = Omit<CompanyForm, 'updated_at'>;
type Shown = Values & { logo_picture: string };

/** An incomplete hex value is not a colour yet: use the default until it is valid. */
function withValidColours<Colours extends Values>(values: Colours): Colours {
  const colours = COLOUR_FIELDS.map((field) => [field, brandHex(values[field]) ? values[field] : '']);
  return { ...values, ...Object.fromEntries(colours) };
}

/** A live preview of what guests and users will see. */
export function CompanyPreview({ values }: { values: Values }) {
  const t = useText();
  const saved = useSession().preferences;
  // A picture elsewhere is shown once it is saved and we have a copy.
  const copy = values.logo === saved.logo ? saved.logo_picture : '';
  const shown: Shown = withValidColours({
    ...values,
    logo_picture: isUploadedPicture(values.logo) ? values.logo : copy,
  });
  return (
    <div className={css.previews}>
      <SidePanel title={t('company.previewGuests')}>
        <GuestPreview brand={shown} />
      </SidePanel>
      <SidePanel title={t('company.previewUsers')}>
        <div className={css.appPreview} data-branded style={scopedBranding(shown) as React.CSSProperties} aria-hidden>
          <div className={css.appHeader}>
            {shown.logo_picture && <img className={css.appLogo} src={shown.logo_picture} alt="" />}
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
