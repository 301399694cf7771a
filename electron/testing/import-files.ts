/**
 * What a test in Node imports that is no module, as the bundler gives it: `?raw` is a file's text, `?inline` its
 * bytes as an address of their own. Named by `--import` of the process that runs tests (vite.config.ts).
 */
import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { fileURLToPath } from 'node:url';

const contents: Readonly<Record<string, (file: string) => string>> = {
  '?raw': (file) => readFileSync(file, 'utf8'),
  '?inline': (file) => `data:font/woff;base64,${readFileSync(file, 'base64')}`,
};

registerHooks({
  resolve(specifier, context, next) {
    const query = /\?\w+$/.exec(specifier)?.[0] ?? '';
    if (contents[query] === undefined) return next(specifier, context);
    // A package tells where a file of its own stands by its name alone.
    const { url } = next(specifier.slice(0, -query.length), context);
    return { url: `${url}${query}`, format: 'module', shortCircuit: true };
  },
  load(url, context, next) {
    const query = /\?\w+$/.exec(url)?.[0] ?? '';
    const contentOf = contents[query];
    if (contentOf === undefined) return next(url, context);
    const content = contentOf(fileURLToPath(url.slice(0, -query.length)));
    return {
      format: 'module',
      source: `export default ${JSON.stringify(content)};`,
      shortCircuit: true,
    };
  },
});
