import { VERSION } from '@longshore/contract';
import { Button, TextInput } from '@mantine/core';
import { useElementSize } from '@mantine/hooks';
import { useText } from '../../../lib/text/text.ts';
import { Logo } from '../../../ui/logo.tsx';
import { useNarrow } from '../../../ui/narrow.ts';
import { scopedBranding } from '../../../ui/theme/branding.ts';
import { Brand, type GuestBrand } from './brand.tsx';
import classes from './guest-page.module.css';
import form from './session-form.module.css';

/** Size of the page that is scaled down. */
const [WIDTH, HEIGHT] = [1280, 800];

/** A preview of the sign-in page with a company's branding. Scaled down, except on phones. */
export function GuestPreview({ brand }: { brand: GuestBrand }) {
  const t = useText();
  const narrow = useNarrow();
  const { ref, width } = useElementSize();
  const scale = narrow ? 1 : width / WIDTH;
  const screen = narrow ? {} : { width: WIDTH, height: HEIGHT, transform: `scale(${scale})` };
  return (
    <div ref={ref} className={classes.preview} style={{ height: narrow ? 'auto' : HEIGHT * scale }} inert aria-hidden>
      <div
        className={`${classes.page} ${classes.previewPage}`}
        data-branded
        style={{ ...scopedBranding(brand), ...screen } as React.CSSProperties}
      >
        <Brand brand={brand} />
        <div className={classes.main}>
          <div className={classes.form}>
            <div className={form.title}>{t('session.signIn')}</div>
            <p className={form.lead}>{t('session.toWorkspace', { name: brand.branding_name || brand.name })}</p>
            <div className={form.fields}>
              <TextInput label={t('session.email')} size="md" readOnly />
              <TextInput label={t('session.password')} size="md" type="password" readOnly />
              <Button className={form.submit ?? ''} size="lg" component="div">
                {t('session.signIn')}
              </Button>
            </div>
          </div>
          <div className={classes.version}>
            <Logo size={16} /> Longshore {VERSION}
          </div>
        </div>
      </div>
    </div>
  );
}
