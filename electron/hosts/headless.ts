/** Entry: the headless host, once what it is compiled to can be read and kept. */
import { enableCompileCache } from 'node:module';
import { codeCacheFolder } from '../engine/code-cache.ts';

const directory = codeCacheFolder(process.env);
if (directory !== undefined) enableCompileCache({ directory });
const { runHeadless } = await import('./headless-host.ts');
await runHeadless(process.argv.slice(2), import.meta);
