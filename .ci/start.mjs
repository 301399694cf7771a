/**
 * `npm start`: the desktop app; where the Electron binary or a display cannot be had, the same
 * console on loopback, in the browser.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import {
  main,
  prepare,
  root,
  runUntilItEnds,
  runtimeNode,
  say,
  toolEnvironment,
} from './prepare.mjs';

const electronFolder = path.join(root, 'node_modules', 'electron');
const downloadLimitMs = 5 * 60 * 1000;

/** The Electron executable, downloaded on first use; undefined where it cannot be had. */
function electronBinary() {
  const pathFile = path.join(electronFolder, 'path.txt');
  const found = () => {
    if (!existsSync(pathFile)) return undefined;
    const binary = path.join(electronFolder, 'dist', readFileSync(pathFile, 'utf8'));
    return existsSync(binary) ? binary : undefined;
  };
  if (found() === undefined) {
    say('Fetching the Electron binary (once) …');
    spawnSync(runtimeNode(), [path.join(electronFolder, 'install.js')], {
      stdio: 'ignore',
      timeout: downloadLimitMs,
      env: toolEnvironment(),
    });
  }
  return found();
}

/** Why the desktop window cannot be opened here; undefined where it can. */
function desktopObstacle() {
  if (process.platform === 'linux' && !hasDisplay()) {
    return 'there is no display';
  }
  if (process.platform === 'linux' && process.getuid?.() === 0) {
    return "Electron's sandbox does not run as root";
  }
  return undefined;
}

/** Where the desktop app keeps its data, so that both ways in show the same ledger. */
function dataDirectory() {
  const home = os.homedir();
  switch (process.platform) {
    case 'darwin':
      return path.join(home, 'Library', 'Application Support', 'Proofdesk', 'data');
    case 'win32':
      return path.join(
        process.env.APPDATA ?? path.join(home, 'AppData', 'Roaming'),
        'Proofdesk',
        'data',
      );
    default:
      return path.join(
        process.env.XDG_CONFIG_HOME ?? path.join(home, '.config'),
        'Proofdesk',
        'data',
      );
  }
}

/** Whether a browser could show anything here. */
function hasBrowser() {
  if (process.env.CI) return false;
  return process.platform !== 'linux' || hasDisplay();
}

function hasDisplay() {
  return Boolean(process.env.DISPLAY || process.env.WAYLAND_DISPLAY);
}

/** The console on loopback; flags given to `npm start --` go to the headless host. */
function startOnLoopback(reason) {
  say(`No desktop window: ${reason}. Starting the same console on loopback instead.`);
  const given = process.argv.slice(2);
  const host = path.join(root, 'dist', 'main', 'headless.js');
  const args = [host, ...(given.includes('--data') ? [] : ['--data', dataDirectory()])];
  if (!given.includes('--port')) args.push('--port', '0');
  // The host opens it: a link in the arguments of a program is there for everybody on the machine to read.
  if (hasBrowser() && !given.includes('--open')) args.push('--open');
  const child = runUntilItEnds(runtimeNode(), ['--enable-source-maps', ...args, ...given], {
    spawn: { stdio: ['inherit', 'pipe', 'inherit'] },
  });
  createInterface({ input: child.stdout }).once('line', (line) => {
    const { url, base_url: baseUrl, api_key: apiKey } = JSON.parse(line);
    process.stdout.write(
      [
        '',
        '  Proofdesk is running. Open this link (it works once, for ten minutes):',
        '',
        `    ${url}`,
        '',
        `  API        ${baseUrl}`,
        `  API key    ${apiKey}`,
        '  Stop with Ctrl-C.',
        '',
        '',
      ].join('\n'),
    );
  });
}

await main(() => {
  prepare();
  const obstacle = desktopObstacle();
  if (obstacle !== undefined) return startOnLoopback(obstacle);
  const binary = electronBinary();
  if (binary === undefined) return startOnLoopback('the Electron binary could not be fetched');
  runUntilItEnds(binary, [root, ...process.argv.slice(2)]);
});
