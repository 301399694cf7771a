/** The words of a fault at a field, which the schemas have in English, in the language of the console. */
import i18next from 'i18next';
import { faults } from '../i18n/en/faults.ts';

const escaped = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** `must be at least {{number}}` as a pattern that holds the number by its name. */
function patternOf(text: string): RegExp {
  const pattern = text
    .split(/(\{\{\w+\}\})/)
    .map((part) => {
      const name = /^\{\{(\w+)\}\}$/.exec(part)?.[1];
      return name === undefined ? escaped(part) : `(?<${name}>.+)`;
    })
    .join('');
  return new RegExp(`^${pattern}$`);
}

const sentences = Object.entries(faults).map(([key, text]) => ({ key, pattern: patternOf(text) }));

/** The message in the language of the console; one that has no translation stays as the API said it. */
export function faultWords(message: string): string {
  const { language } = i18next;
  if (language === undefined || language === 'en') return message;
  for (const { key, pattern } of sentences) {
    const found = pattern.exec(message);
    const words: unknown = found === null ? null : i18next.getResource(language, 'faults', key);
    if (typeof words === 'string') {
      return words.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => found?.groups?.[name] ?? '');
    }
  }
  return message;
}
