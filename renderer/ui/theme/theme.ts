/** Mantine set to the console's look: own colours, 28 px controls, one line of type. */
import {
  ActionIcon,
  Button,
  Checkbox,
  Input,
  Menu,
  Modal,
  Popover,
  SegmentedControl,
  Select,
  Tooltip,
  createTheme,
  defaultCssVariablesResolver,
  type CSSVariablesResolver,
  type MantineColorsTuple,
} from '@mantine/core';

const primary: MantineColorsTuple = [
  '#f1f3ff',
  '#e4e8ff',
  '#c3cbff',
  '#a3aeff',
  '#8a97ff',
  '#6b79e8',
  '#5563d8',
  '#4453c7',
  '#3946ab',
  '#2d388c',
];

const gray: MantineColorsTuple = [
  '#fbfbfd',
  '#f4f5f8',
  '#eceef2',
  '#e1e4ea',
  '#cdd2db',
  '#9aa1ae',
  '#646b78',
  '#5b616d',
  '#434956',
  '#1a1d24',
];

const dark: MantineColorsTuple = [
  '#c9cdd4',
  '#a9afba',
  '#9aa1ae',
  '#7d8594',
  '#3b404b',
  '#2b2f37',
  '#272b34',
  '#1f2229',
  '#15171c',
  '#0f1115',
];

const rem = (pixels: number) => `${pixels / 16}rem`;
const controlHeight = rem(28);

/** Status words are drawn by `StatusBadge`; Mantine's own colours are for controls only. */
export const theme = createTheme({
  primaryColor: 'proof',
  primaryShade: { light: 7, dark: 7 },
  colors: { proof: primary, gray, dark },
  white: '#fff',
  black: '#1a1d24',
  fontFamily: 'var(--pd-font)',
  fontFamilyMonospace: 'var(--pd-mono)',
  fontSizes: { xs: rem(11.5), sm: rem(12.5), md: rem(13), lg: rem(15), xl: rem(18) },
  lineHeights: { xs: '1.4', sm: '1.4', md: '1.385', lg: '1.4', xl: '1.35' },
  fontWeights: { regular: '400', medium: '500', bold: '600' },
  spacing: { xs: rem(4), sm: rem(8), md: rem(12), lg: rem(16), xl: rem(24) },
  radius: { xs: rem(2), sm: rem(4), md: rem(6), lg: rem(8), xl: rem(32) },
  defaultRadius: 'sm',
  shadows: {
    xs: 'var(--pd-shadow)',
    sm: 'var(--pd-shadow)',
    md: 'var(--pd-shadow)',
    lg: 'var(--pd-shadow-dialog)',
    xl: 'var(--pd-shadow-dialog)',
  },
  headings: {
    fontFamily: 'var(--pd-font)',
    fontWeight: '600',
    sizes: {
      h1: { fontSize: rem(18), lineHeight: '1.35' },
      h2: { fontSize: rem(15), lineHeight: '1.4' },
      h3: { fontSize: rem(13), lineHeight: '1.385' },
      h4: { fontSize: rem(13), lineHeight: '1.385' },
      h5: { fontSize: rem(12.5), lineHeight: '1.4' },
      h6: { fontSize: rem(11.5), lineHeight: '1.4' },
    },
  },
  respectReducedMotion: true,
  cursorType: 'pointer',
  components: {
    Button: Button.extend({
      defaultProps: { size: 'sm', variant: 'default' },
      vars: () => ({
        root: {
          '--button-height': controlHeight,
          '--button-fz': rem(12.5),
          '--button-padding-x': rem(10),
        },
      }),
    }),
    ActionIcon: ActionIcon.extend({
      defaultProps: { variant: 'subtle', color: 'gray', size: 'md' },
      vars: (_theme, props) => ({
        root: { '--ai-size': props.size === 'sm' ? rem(24) : controlHeight },
      }),
    }),
    Input: Input.extend({
      vars: (_theme, props) => ({
        wrapper: {
          '--input-height': controlHeight,
          '--input-fz': props.size === 'lg' ? rem(15) : rem(12.5),
          '--input-padding': rem(9),
        },
      }),
    }),
    Checkbox: Checkbox.extend({ defaultProps: { size: 'xs' } }),
    // Where one can search, typing replaces the choice that is shown.
    Select: Select.extend({
      defaultProps: {
        onClick: ({ currentTarget }) => {
          if (!currentTarget.readOnly) currentTarget.select();
        },
      },
    }),
    SegmentedControl: SegmentedControl.extend({
      defaultProps: { size: 'xs' },
    }),
    Menu: Menu.extend({
      defaultProps: {
        shadow: 'md',
        withInitialFocusPlaceholder: false,
        transitionProps: { duration: 80 },
      },
    }),
    Popover: Popover.extend({
      defaultProps: { shadow: 'md', transitionProps: { duration: 80 } },
    }),
    Tooltip: Tooltip.extend({
      defaultProps: { openDelay: 400, transitionProps: { duration: 80 }, withinPortal: true },
    }),
    // The scroll lock of Modal and Drawer writes a style tag, which the policy of this page forbids.
    Modal: Modal.extend({
      defaultProps: {
        lockScroll: false,
        padding: 'lg',
        radius: 'md',
        shadow: 'lg',
        transitionProps: { duration: 120, transition: 'fade' },
        overlayProps: { color: 'var(--pd-scrim)', backgroundOpacity: 1 },
      },
    }),
    Drawer: { defaultProps: { lockScroll: false } },
  },
});

/** Mantine's variables with the console's colours behind its semantic names. */
export const cssVariables: CSSVariablesResolver = (resolved) => {
  const defaults = defaultCssVariablesResolver(resolved);
  const scheme = {
    '--mantine-color-body': 'var(--pd-background)',
    '--mantine-color-text': 'var(--pd-text)',
    '--mantine-color-dimmed': 'var(--pd-dim)',
    '--mantine-color-placeholder': 'var(--pd-placeholder)',
    '--mantine-color-error': 'var(--pd-error)',
    '--mantine-color-anchor': 'var(--pd-link)',
    '--mantine-color-default': 'var(--pd-background)',
    '--mantine-color-default-hover': 'var(--pd-hover)',
    '--mantine-color-default-color': 'var(--pd-text)',
    '--mantine-color-default-border': 'var(--pd-line-strong)',
    '--mantine-color-gray-light-hover': 'var(--pd-hover)',
    '--mantine-color-gray-light-color': 'var(--pd-text)',
    '--mantine-color-disabled-color': 'var(--pd-placeholder)',
    '--mantine-color-disabled': 'var(--pd-hover)',
    '--mantine-color-disabled-border': 'var(--pd-line)',
  };
  return {
    variables: defaults.variables,
    light: { ...defaults.light, ...scheme },
    dark: { ...defaults.dark, ...scheme, '--mantine-color-bright': '#eef0f4' },
  };
};
