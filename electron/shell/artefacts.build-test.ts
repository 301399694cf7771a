/** What was built is what was meant: asserted on dist and on the packaging, after `npm run build`. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { builtinModules, createRequire } from 'node:module';
import { join } from 'node:path';
import { Spec, Validation } from '@cyclonedx/cyclonedx-library';
import { Ajv } from 'ajv';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { bundleExtension, linkScheme } from '../policy/outside-request.ts';

const repository = join(import.meta.dirname, '..', '..');
const dist = join(repository, 'dist');
const read = (...path: string[]) => readFileSync(join(repository, ...path), 'utf8');

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) =>
    join(folder, name),
  );
}

function renderer(extension: string): string[] {
  return filesBelow(join(dist, 'renderer')).filter((file) => file.endsWith(extension));
}

describe('the build', () => {
  it('is there', () => {
    expect(existsSync(join(dist, 'renderer', 'index.html')), 'run "npm run build" first').toBe(
      true,
    );
  });

  it.each(['main.js', 'headless.js', 'worker.js'])('has the entry %s', (entry) => {
    expect(existsSync(join(dist, 'main', entry))).toBe(true);
  });

  it('is what package.json starts', () => {
    const { main, type } = z
      .object({ main: z.string(), type: z.string() })
      .parse(JSON.parse(read('package.json')));
    expect([main, type]).toEqual(['dist/main/main.js', 'module']);
  });
});

describe('the preload', () => {
  it('is one CommonJS file that requires electron and nothing else', () => {
    const files = filesBelow(join(dist, 'preload')).filter((file) => !file.endsWith('.map'));
    expect(files.map((file) => file.slice(dist.length + 1))).toEqual([
      join('preload', 'preload.cjs'),
    ]);
    const source = read('dist', 'preload', 'preload.cjs');
    expect(source).not.toMatch(/^\s*(import|export)\b/m);
    const required = [...source.matchAll(/require\(\s*["'`]([^"'`]+)["'`]\s*\)/g)];
    expect(required.map((match) => match[1])).toEqual(['electron']);
    expect(source).not.toMatch(/\bimport\(/);
  });

  it('shows the page named functions, not the module', () => {
    const source = read('dist', 'preload', 'preload.cjs');
    expect(source.match(/exposeInMainWorld/g)).toHaveLength(1);
    expect(source).not.toMatch(/sendSync|remote|\.postMessage/);
    // Of the frame it takes the zoom alone.
    const frame = [...source.matchAll(/webFrame\.(\w+)/g)].map((match) => match[1]);
    expect(frame).toEqual(['setZoomFactor']);
  });
});

function page(): string {
  return read('dist', 'renderer', 'index.html');
}

describe('the pages', () => {
  it('have no inline script, style or handler: the policy would refuse them', () => {
    for (const [, attributes, body] of page().matchAll(/<script\b([^>]*)>([\s\S]*?)<\/script>/g)) {
      expect(attributes).toMatch(/\bsrc="\.\//);
      expect(body?.trim()).toBe('');
    }
    expect(page()).not.toMatch(/<style\b/);
    expect(page()).not.toMatch(/\sstyle=/);
    expect(page()).not.toMatch(/\son\w+=/);
    expect(page()).not.toMatch(/javascript:/);
    expect(page()).not.toMatch(/http-equiv/i);
  });

  it('load from their own origin only, by relative addresses', () => {
    const addresses = [...page().matchAll(/\s(?:src|href)="([^"]*)"/g)].map((match) => match[1]);
    expect(addresses.length).toBeGreaterThan(0);
    for (const address of addresses) expect(address).toMatch(/^\.\//);
  });

  it('take nothing from another origin in their styles', () => {
    const sheets = renderer('.css');
    expect(sheets.length).toBeGreaterThan(0);
    for (const sheet of sheets) {
      const source = readFileSync(sheet, 'utf8');
      expect(source).not.toMatch(/@import\b/);
      const urls = [...source.matchAll(/url\(\s*["']?([^"')]*)/g)].map((match) => match[1] ?? '');
      expect(urls.filter((url) => /^([a-z]+:)?\/\//i.test(url))).toEqual([]);
      // The policy has `data:` for images alone.
      const written = urls.filter((url) => url.startsWith('data:'));
      expect(written.filter((url) => !url.startsWith('data:image/'))).toEqual([]);
    }
  });

  it('have no part of Node or Electron in them', () => {
    const modules = builtinModules.filter((name) => /^[a-z]+$/.test(name));
    const imported = new RegExp(
      `(?:from|import|require\\()\\s*["'](?:node:[^"']*|electron|better-sqlite3|${modules.join('|')})["']`,
    );
    const scripts = renderer('.js');
    expect(scripts.length).toBeGreaterThan(0);
    for (const hole of [imported, /["'`]node:[a-z]/, /\bnew Function\b|\beval\(/]) {
      expect(scripts.filter((script) => hole.test(readFileSync(script, 'utf8')))).toEqual([]);
    }
  });

  it('ship no source maps', () => {
    expect(renderer('.map')).toEqual([]);
  });
});

function mainScripts(): string[] {
  return filesBelow(join(dist, 'main')).filter((file) => file.endsWith('.js'));
}

/** What a module imports at once. */
function importsOf(file: string): string[] {
  const statements = /^\s*(?:import|export)\b[^'"\n]*?["']([^"'\n]+)["'];?$/gm;
  return [...readFileSync(file, 'utf8').matchAll(statements)].map((match) => match[1] ?? '');
}

/**
 * Every package that a file imports, by itself or through others; lazily too, when asked. A type in a
 * comment, `{import('./x.js').Y}`, is no import.
 */
function reachable(entry: string, lazily = false): string[] {
  const seen = new Set<string>();
  const packages = new Set<string>();
  const visit = (file: string) => {
    if (seen.has(file)) return;
    seen.add(file);
    // Not the types of a JSDoc comment: {import('./name.js').Type}.
    const lazy = lazily
      ? [...readFileSync(file, 'utf8').matchAll(/(?<!\{)\bimport\(["']([^"']+)["']\)/g)].map(
          (match) => match[1] ?? '',
        )
      : [];
    for (const name of [...importsOf(file), ...lazy]) {
      if (name.startsWith('.')) visit(join(file, '..', name));
      else packages.add(name);
    }
  };
  visit(entry);
  return [...packages];
}

describe('the main process', () => {
  it('needs nothing at run time but Node, Electron and the addons of SQLite and DuckDB', () => {
    const packages = mainScripts()
      .flatMap(importsOf)
      .filter((name) => !name.startsWith('.') && !name.startsWith('node:'))
      .filter((name) => !builtinModules.includes(name));
    expect([...new Set(packages)].toSorted()).toEqual([
      '@duckdb/node-api',
      'better-sqlite3',
      'electron',
    ]);
  });

  it('takes electron in its own entry only: host and workers run without it', () => {
    const holders = mainScripts().filter((file) => importsOf(file).includes('electron'));
    expect(holders).toEqual([join(dist, 'main', 'main.js')]);
  });

  it('never loads SQLite itself: that is for the workers', () => {
    for (const entry of ['main.js', 'headless.js']) {
      expect(reachable(join(dist, 'main', entry))).not.toContain('better-sqlite3');
    }
    expect(reachable(join(dist, 'main', 'worker.js'), true)).toContain('better-sqlite3');
  });
});

describe('the packaging', () => {
  // The parser that electron-builder reads the file with.
  const yaml: unknown = createRequire(import.meta.url)('js-yaml');
  const { load } = z.object({ load: z.custom<(text: string) => unknown>() }).parse(yaml);
  const packaging = z
    .object({
      asar: z.boolean(),
      asarUnpack: z.array(z.string()),
      files: z.array(z.string()),
      npmRebuild: z.boolean(),
      electronFuses: z.record(z.string(), z.boolean()),
      publish: z.null(),
      fileAssociations: z.array(z.object({ ext: z.string() })),
      protocols: z.array(z.object({ schemes: z.array(z.string()) })),
      nsis: z.object({ perMachine: z.boolean(), deleteAppDataOnUninstall: z.boolean() }),
      linux: z.object({ target: z.array(z.string()) }),
      mac: z.object({ target: z.array(z.string()) }),
      win: z.object({ target: z.array(z.string()) }),
    })
    .parse(load(read('electron-builder.yml')));

  it('is what the builder understands', () => {
    // Relative to a package: the builder does not export its schema by name.
    const schema: unknown = JSON.parse(read('node_modules/app-builder-lib/scheme.json'));
    const validate = new Ajv({ strict: false, allErrors: true }).compile(
      z.record(z.string(), z.unknown()).parse(schema),
    );
    const problemsOf = (value: unknown) => (validate(value) ? [] : (validate.errors ?? []));
    const whole = z.record(z.string(), z.unknown()).parse(load(read('electron-builder.yml')));
    expect(problemsOf(whole)).toEqual([]);
    expect(problemsOf({ ...whole, asarUnpak: true })).not.toEqual([]);
    expect(problemsOf({ ...whole, linux: { target: 7 } })).not.toEqual([]);
  });

  it('makes the installers of each platform, which keep the ledgers when they go', () => {
    const { linux, mac, win, nsis, publish } = packaging;
    expect([linux, mac, win].map(({ target }) => target)).toEqual([
      ['AppImage', 'deb'],
      ['dmg'],
      ['nsis'],
    ]);
    expect(nsis).toEqual({ perMachine: true, deleteAppDataOnUninstall: false });
    // Nothing asks for updates: no address of any is known to the program.
    expect(publish).toBeNull();
  });

  it('names the files and links that the application takes', () => {
    expect(packaging.fileAssociations.map(({ ext }) => `.${ext}`)).toEqual([bundleExtension]);
    expect(packaging.protocols.map(({ schemes }) => schemes)).toEqual([[linkScheme]]);
  });

  it('has an icon for every platform', () => {
    const begins = (name: string, length: number) =>
      readFileSync(join(repository, 'electron', 'icons', name)).subarray(0, length);
    expect(begins('icon.png', 8).toString('latin1')).toBe('\u0089PNG\r\n\u001a\n');
    expect(begins('icon.icns', 4).toString('latin1')).toBe('icns');
    // A directory of icons, and the largest of them 256 pixels wide, which is written as 0.
    const directory = begins('icon.ico', 6 + 16 * 7);
    expect([directory.readUInt16LE(2), directory.readUInt16LE(4)]).toEqual([1, 7]);
    expect(directory.readUInt8(6 + 16 * 6)).toBe(0);
  });

  it('sets every fuse', () => {
    expect(packaging.electronFuses).toEqual({
      runAsNode: false,
      enableCookieEncryption: true,
      enableNodeOptionsEnvironmentVariable: false,
      enableNodeCliInspectArguments: false,
      enableEmbeddedAsarIntegrityValidation: true,
      onlyLoadAppFromAsar: true,
      loadBrowserProcessSpecificV8Snapshot: false,
      grantFileProtocolExtraPrivileges: false,
    });
  });

  it('keeps the addon outside the archive, and as it was built', () => {
    expect(packaging.asar).toBe(true);
    expect(packaging.asarUnpack).toEqual([
      'node_modules/better-sqlite3/**',
      'node_modules/@duckdb/**',
    ]);
    expect(packaging.npmRebuild).toBe(false);
  });

  it('takes the build along, and neither sources, tests nor data', () => {
    const taken = packaging.files.filter((pattern) => !pattern.startsWith('!'));
    expect(taken.toSorted()).toEqual([
      'dist/main/**',
      'dist/preload/**',
      'dist/renderer/**',
      'package.json',
    ]);
    expect(packaging.files).toContain('!**/*.map');
    expect(packaging.files).toContain('!node_modules/!(better-sqlite3|@duckdb)/**');
  });

  it('has the addon of DuckDB for all eight platforms, of one version', () => {
    const lock = z
      .object({ packages: z.record(z.string(), z.object({ version: z.string().optional() })) })
      .parse(JSON.parse(read('package-lock.json')));
    const addons = Object.entries(lock.packages).filter(([name]) =>
      name.startsWith('node_modules/@duckdb/node-bindings-'),
    );
    expect(addons.map(([name]) => name.replace('node_modules/@duckdb/node-bindings-', ''))).toEqual(
      [
        'darwin-arm64',
        'darwin-x64',
        'linux-arm64',
        'linux-arm64-musl',
        'linux-x64',
        'linux-x64-musl',
        'win32-arm64',
        'win32-x64',
      ],
    );
    expect(new Set(addons.map(([, { version }]) => version))).toEqual(new Set(['1.5.5-r.5']));
  });

  it('finds the addon for every platform that is packaged', () => {
    const prebuilds = readdirSync(join(repository, 'node_modules', 'better-sqlite3', 'prebuilds'));
    for (const platform of [
      'linux-x64',
      'linux-arm64',
      'darwin-arm64',
      'darwin-x64',
      'win32-x64',
    ]) {
      expect(prebuilds.some((name) => name.startsWith(platform))).toBe(true);
    }
  });
});

describe('what others wrote of it', () => {
  const listed = z
    .array(
      z.object({
        name: z.string(),
        version: z.string(),
        license: z.string().nullable(),
        text: z.string().nullable(),
      }),
    )
    .parse(JSON.parse(read('dist/renderer/third-party.json')));
  const names = listed.map(({ name }) => name);

  it('is listed with its licences: what is bundled, and what is taken along whole', () => {
    for (const name of ['react', '@mantine/core', 'zod', 'better-sqlite3', 'electron']) {
      expect(names).toContain(name);
    }
    // Tools stay behind.
    for (const name of ['vite', 'vitest', 'typescript', 'ajv', '@playwright/test']) {
      expect(names).not.toContain(name);
    }
    expect(listed.filter(({ license, text }) => license === null && text === null)).toEqual([]);
  });

  it('is in a bill of materials that says the same', async () => {
    const bill = read('dist/renderer/sbom.cdx.json');
    const problem = await new Validation.JsonStrictValidator(Spec.Version.v1dot6).validate(bill);
    expect(problem).toBeNull();
    const { components } = z
      .object({ components: z.array(z.object({ name: z.string(), version: z.string() })) })
      .parse(JSON.parse(bill));
    const named = (each: { name: string; version: string }) => `${each.name}@${each.version}`;
    expect(components.map(named).toSorted()).toEqual(listed.map(named).toSorted());
    expect(bill).not.toContain(repository);
  });
});
