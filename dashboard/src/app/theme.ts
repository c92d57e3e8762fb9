import { createTheme, type CSSVariablesResolver } from '@mantine/core';

/** Sets default props by component name: importing the components would add them to the first load. */
export const theme = createTheme({
  primaryColor: 'indigo',
  primaryShade: { light: 7, dark: 8 },
  respectReducedMotion: true,
  cursorType: 'pointer',
  headings: {
    fontWeight: '650',
    sizes: {
      h1: { fontSize: '1.625rem', lineHeight: '1.25' },
      h2: { fontSize: '1.125rem', lineHeight: '1.4' },
      h3: { fontSize: '1rem', lineHeight: '1.4' },
    },
  },
  components: {
    // Keeps badge texts from being truncated in narrow tables.
    Badge: { defaultProps: { miw: 'max-content' } },
    // A centred list is placed by its width, which is 0 until it is open: on a phone it then reached beyond the page and stayed hidden.
    Combobox: { defaultProps: { position: 'bottom-start' } },
    Card: { defaultProps: { withBorder: true, padding: 'lg' } },
    Modal: { defaultProps: { centered: true, closeButtonProps: { 'aria-label': 'Close' } } },
    Drawer: { defaultProps: { position: 'right', closeButtonProps: { 'aria-label': 'Close' } } },
    Notification: { defaultProps: { closeButtonProps: { 'aria-label': 'Close' } } },
    Table: { defaultProps: { verticalSpacing: 'sm', highlightOnHover: true } },
  },
});

/**
 * Replaces text colours of the library whose contrast is below WCAG AA (4.5:1), also under the pointer, and defines the colours of our own styles
 * for both schemes.
 */
export const colorVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-anchor': 'var(--mantine-color-indigo-8)',
    '--mantine-color-dimmed': '#5a626a',
    '--mantine-color-placeholder': '#6a727b',
    '--mantine-color-error': 'var(--mantine-color-red-9)',
    '--mantine-color-indigo-light-color': '#2c41a6',
    '--mantine-color-red-light-color': '#a51f1f',
    '--mantine-color-red-filled': 'var(--mantine-color-red-9)',
    '--mantine-color-red-filled-hover': '#a51f1f',
    '--mantine-color-teal-light-color': '#06624a',
    '--mantine-color-orange-light-color': '#9c3a06',
    '--app-color-canvas': 'var(--mantine-color-gray-0)',
    '--app-color-tile': 'var(--mantine-color-indigo-0)',
    '--app-color-tile-far': 'var(--mantine-color-gray-2)',
    '--app-color-on-tile': 'var(--mantine-color-indigo-8)',
    '--app-color-check': 'var(--mantine-color-gray-2)',
  },
  dark: {
    '--mantine-color-anchor': 'var(--mantine-color-indigo-3)',
    '--mantine-color-dimmed': '#a9afb6',
    '--mantine-color-placeholder': '#9096a0',
    '--mantine-color-error': 'var(--mantine-color-red-4)',
    '--app-color-canvas': 'var(--mantine-color-dark-8)',
    '--app-color-tile': 'var(--mantine-color-dark-5)',
    '--app-color-tile-far': 'var(--mantine-color-dark-7)',
    '--app-color-on-tile': 'var(--mantine-color-indigo-2)',
    '--app-color-check': 'var(--mantine-color-dark-5)',
  },
});
