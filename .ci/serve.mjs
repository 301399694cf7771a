/** `npm run serve -- --port N --data DIR [--demo]`: the headless host, built first where needed. */
import path from 'node:path';
import { main, prepare, root, runUntilItEnds, runtimeNode } from './prepare.mjs';

await main(() => {
  prepare();
  const host = path.join(root, 'dist', 'main', 'headless.js');
  runUntilItEnds(runtimeNode(), ['--enable-source-maps', host, ...process.argv.slice(2)]);
});
