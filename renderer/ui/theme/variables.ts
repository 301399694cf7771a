/** The text of variables.css: what Mantine would write into a style tag, which the page's policy forbids. */
import {
  DEFAULT_THEME,
  convertCssVariables,
  defaultCssVariablesResolver,
  mergeMantineTheme,
} from '@mantine/core';
import { cssVariables, theme } from './theme.ts';

type Variables = Readonly<Record<string, string>>;

/** Mantine's colours, variants and titles that no control of the console takes, by the names of their variables. */
const untaken =
  /^--mantine-(?:color-(?:blue|cyan|grape|green|indigo|lime|orange|pink|red|teal|violet|yellow)-|h[1-6]-|color-\w+-outline)/;

/** The variables of `ours` that Mantine's own stylesheet has not, or has with another value. */
function changed(ours: Variables, defaults: Variables): Record<string, string> {
  return Object.fromEntries(
    Object.entries(ours).filter(([name, value]) => defaults[name] !== value && !untaken.test(name)),
  );
}

/** The whole stylesheet, one declaration a line. */
export function variablesStylesheet(): string {
  const ours = cssVariables(mergeMantineTheme(DEFAULT_THEME, theme));
  const defaults = defaultCssVariablesResolver(DEFAULT_THEME);
  const css = convertCssVariables({
    variables: changed(ours.variables, defaults.variables),
    light: changed(ours.light, defaults.light),
    dark: changed(ours.dark, defaults.dark),
  });
  const rules = css
    .split('}')
    .map((rule) => rule.trim())
    .filter((rule) => rule !== '')
    .map((rule) => {
      const [selectors = '', declarations = ''] = rule.split('{');
      return [
        `${selectors.trim().replaceAll('"', "'").replaceAll(/,\s*/g, ',\n')} {`,
        ...declarations.split(';').flatMap((each) => (each.trim() ? [`  ${each.trim()};`] : [])),
        '}',
      ].join('\n');
    });
  return `/* Written by variables.test.ts from theme.ts. */\n${rules.join('\n\n')}\n`;
}
