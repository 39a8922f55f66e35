import {
  type CSSVariablesResolver,
  createTheme,
  defaultVariantColorsResolver,
  type MantineColorsTuple,
  type VariantColorsResolver,
} from '@mantine/core';
import classes from './theme.module.css';

const harbour: MantineColorsTuple = [
  '#eef6f9',
  '#d8eaf1',
  '#b0d5e3',
  '#82bbd1',
  '#529dbb',
  '#2b80a3',
  '#0e6588',
  '#0b5472',
  '#09435b',
  '#063145',
];
const gray: MantineColorsTuple = [
  '#f7f6f3',
  '#f1efeb',
  '#e7e4de',
  '#d6d2ca',
  '#b9b4ab',
  '#928d84',
  '#6f6a61',
  '#57534b',
  '#37342f',
  '#1b1a18',
];
const dark: MantineColorsTuple = [
  '#ecebe7',
  '#b3afa7',
  '#928e86',
  '#5c5952',
  '#3b3a37',
  '#2a2a28',
  '#212120',
  '#171716',
  '#111110',
  '#0b0b0a',
];

/** Notes have the colours of states: text in the default yellow and green is too light on their own background. */
const NOTES: Readonly<Record<string, string>> = { yellow: 'ready', red: 'refused', green: 'finished' };

type VariantColors = ReturnType<VariantColorsResolver>;

/** A part of the company's colours, or a state, with its own text. */
const partColors = (part: string, hover: string): VariantColors => ({
  background: `var(--ls-${part})`,
  hover: `var(--ls-${hover})`,
  color: `var(--ls-${part}-text)`,
  border: '1px solid transparent',
});

const plainColors = (color: string): VariantColors => ({
  background: 'transparent',
  hover: 'var(--ls-sunk)',
  color: `var(--ls-${color})`,
  border: '1px solid transparent',
});

const SECONDARY: VariantColors = {
  background: 'var(--ls-secondary)',
  hover: 'var(--ls-secondary-hover)',
  color: 'var(--ls-secondary-text)',
  border: '1px solid var(--ls-secondary-line)',
};
/** On the band of a refused scan, in both themes: the default red is too light for text on white. */
const RED_ON_WHITE: VariantColors = {
  background: '#ffffff',
  hover: '#fdeae7',
  color: '#a3261b',
  border: '1px solid transparent',
};

/** By variant and colour. */
const COLORS: Readonly<Record<string, VariantColors>> = {
  'filled harbour': partColors('button', 'button-hover'),
  'filled red': partColors('delete', 'delete-hover'),
  'light harbour': partColors('accent-soft', 'accent-soft'),
  ...Object.fromEntries(Object.entries(NOTES).map(([color, note]) => [`light ${color}`, partColors(note, note)])),
  'subtle harbour': plainColors('link'),
  'subtle gray': plainColors('ink-3'),
  'white red': RED_ON_WHITE,
};

/** Filled and default buttons have the company's colours, `red` its colour for deleting, the rest the defaults. */
const variantColorResolver: VariantColorsResolver = (input) => {
  if (input.variant === 'default') return SECONDARY;
  return COLORS[`${input.variant} ${input.color ?? 'harbour'}`] ?? defaultVariantColorsResolver(input);
};

export const theme = createTheme({
  primaryColor: 'harbour',
  primaryShade: 6,
  colors: { harbour, gray, dark },
  white: '#ffffff',
  black: '#1b1a18',
  variantColorResolver,
  autoContrast: true,
  fontFamily:
    "'IBM Plex Sans Variable','PingFang SC','Noto Sans SC','Noto Sans CJK SC','Microsoft YaHei UI',system-ui,sans-serif",
  fontFamilyMonospace: "'IBM Plex Mono','Noto Sans SC','Noto Sans CJK SC',ui-monospace,monospace",
  fontSizes: { xs: '12px', sm: '13px', md: '14px', lg: '16px', xl: '20px' },
  lineHeights: { xs: '16px', sm: '20px', md: '20px', lg: '24px', xl: '28px' },
  headings: {
    fontWeight: '600',
    sizes: {
      h1: { fontSize: '20px', lineHeight: '28px' },
      h2: { fontSize: '18px', lineHeight: '26px' },
      h3: { fontSize: '16px', lineHeight: '24px' },
      h4: { fontSize: '14px', lineHeight: '20px' },
    },
  },
  spacing: { xs: '8px', sm: '12px', md: '16px', lg: '24px', xl: '32px' },
  radius: { xs: '4px', sm: '6px', md: '8px', lg: '12px', xl: '32px' },
  defaultRadius: 'sm',
  shadows: {
    xs: 'var(--ls-shadow-sm)',
    sm: 'var(--ls-shadow-sm)',
    md: 'var(--ls-shadow-pop)',
    lg: 'var(--ls-shadow-pop)',
    xl: 'var(--ls-shadow-dialog)',
  },
  breakpoints: { xs: '390px', sm: '768px', md: '1024px', lg: '1100px', xl: '1440px' },
  respectReducedMotion: true,
  cursorType: 'pointer',
  focusRing: 'auto',
  // By name, without importing: a component that only the theme mentions must not be in the bundle.
  components: {
    // Setting the variant sends every button through `variantColorResolver`; otherwise Mantine uses its own primary.
    Button: { classNames: { root: classes.button }, defaultProps: { size: 'sm', variant: 'filled' } },
    ActionIcon: {
      classNames: { root: classes.actionIcon },
      defaultProps: { variant: 'subtle', color: 'gray', size: 'md' },
    },
    Input: {
      classNames: { wrapper: classes.inputWrapper, input: classes.input },
    },
    InputWrapper: {
      classNames: { label: classes.label, error: classes.error, description: classes.description },
      // Hints below, so that the inputs of a row are aligned.
      defaultProps: { inputWrapperOrder: ['label', 'input', 'description', 'error'] },
    },
    Checkbox: { classNames: { input: classes.checkbox } },
    PasswordInput: {
      classNames: { innerInput: classes.innerInput, visibilityToggle: classes.visibilityToggle },
    },
    Menu: {
      classNames: { dropdown: classes.floating, item: classes.menuItem, label: classes.menuLabel },
      // The placeholder is a child that no menu may have; without it the first item gets the focus.
      defaultProps: { transitionProps: { duration: 140 }, shadow: 'md', withInitialFocusPlaceholder: false },
    },
    Popover: {
      classNames: { dropdown: classes.floating },
      defaultProps: { transitionProps: { duration: 140 }, shadow: 'md' },
    },
    Combobox: { classNames: { dropdown: classes.floating, option: classes.option } },
    Modal: {
      classNames: {
        content: classes.dialog,
        overlay: classes.veil,
        title: classes.dialogTitle,
        header: classes.dialogHeader,
        body: classes.dialogBody,
      },
      defaultProps: { radius: 'lg', centered: true, transitionProps: { duration: 180, transition: 'fade' } },
    },
    Tooltip: { defaultProps: { openDelay: 300, withArrow: false } },
    Notification: {
      classNames: {
        root: classes.toast,
        icon: classes.toastIcon,
        title: classes.toastTitle,
        description: classes.toastText,
      },
    },
  },
});

const ours = {
  '--mantine-color-body': 'var(--ls-page)',
  '--mantine-color-text': 'var(--ls-ink)',
  '--mantine-color-dimmed': 'var(--ls-ink-3)',
  '--mantine-color-placeholder': 'var(--ls-ink-3)',
  '--mantine-color-anchor': 'var(--ls-link)',
  '--mantine-color-error': 'var(--ls-refused-text)',
  '--mantine-color-default': 'var(--ls-page)',
  '--mantine-color-default-hover': 'var(--ls-row-hover)',
  '--mantine-color-default-color': 'var(--ls-ink)',
  '--mantine-color-default-border': 'var(--ls-line-strong)',
  '--mantine-color-harbour-filled': 'var(--ls-accent)',
  '--mantine-color-harbour-filled-hover': 'var(--ls-accent-hover)',
  '--mantine-color-harbour-light': 'var(--ls-accent-soft)',
  '--mantine-color-harbour-light-hover': 'var(--ls-accent-soft)',
  '--mantine-color-harbour-light-color': 'var(--ls-accent-soft-text)',
  '--mantine-color-harbour-outline': 'var(--ls-accent-line)',
  '--mantine-primary-color-filled': 'var(--ls-accent)',
  '--mantine-primary-color-filled-hover': 'var(--ls-accent-hover)',
  '--mantine-primary-color-light': 'var(--ls-accent-soft)',
  '--mantine-primary-color-light-hover': 'var(--ls-accent-soft)',
  '--mantine-primary-color-light-color': 'var(--ls-accent-soft-text)',
};

/** Maps Mantine's own variables to our tokens, so that its components match in both colour schemes. */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: ours,
  dark: ours,
});
