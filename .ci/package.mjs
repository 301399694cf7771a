/**
 * Makes the installers of this platform in release/ (docs/release.md). With PROOFDESK_SIGN=1 one that would not be signed is
 * an error: an unsigned installer cannot pass for a signed one. Options of electron-builder may follow.
 */
import { spawnSync } from 'node:child_process';
import { toolCommand } from './prepare.mjs';

const signing = process.env.PROOFDESK_SIGN === '1' ? ['--config.forceCodeSigning=true'] : [];
const [program, args, options] = toolCommand('electron-builder', 'cli.js', [
  ...signing,
  ...process.argv.slice(2),
]);
process.exitCode = spawnSync(program, args, { ...options, stdio: 'inherit' }).status ?? 1;
