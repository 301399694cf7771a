/** What of other people's work goes into the build: its licences for the reader, and a bill of materials. */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Enums, Models, Serialize, Spec } from '@cyclonedx/cyclonedx-library';

const root = path.resolve(import.meta.dirname, '..');
const listFile = path.join(root, 'dist', 'renderer', 'third-party.json');
const billFile = path.join(root, 'dist', 'renderer', 'sbom.cdx.json');

const licenceName = /^(?:licen[cs]e|copying|ofl)(?:[.-].*)?$/i;
const packagePath = /^.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+/;

function readManifest(directory) {
  return JSON.parse(readFileSync(path.join(directory, 'package.json'), 'utf8'));
}

/** Name, version, licence (SPDX) and the licence's text (null where the package brings none). */
function describe(directory) {
  const { name, version, license } = readManifest(directory);
  const file = readdirSync(directory).find((each) => licenceName.test(each));
  return {
    name,
    version,
    license: typeof license === 'string' ? license : null,
    text: file === undefined ? null : readFileSync(path.join(directory, file), 'utf8').trim(),
  };
}

/** The folders of the packages that modules of a build came from. */
function packagesOf(moduleIds) {
  const directories = [...moduleIds].flatMap(
    (id) => packagePath.exec(id.replace(/^\0/, ''))?.[0] ?? [],
  );
  return [...new Set(directories)].filter((each) => existsSync(path.join(each, 'package.json')));
}

function byName(one, other) {
  const order = one.name.localeCompare(other.name, 'en');
  return order === 0 ? one.version.localeCompare(other.version, 'en') : order;
}

function purlOf({ name, version }) {
  return `pkg:npm/${name.replace('@', '%40')}@${version}`;
}

/** CycloneDX 1.6, with nothing of the time or the machine in it: equal builds have equal bills. */
function billOf(packages) {
  const { name, version } = readManifest(root);
  const bom = new Models.Bom();
  bom.metadata.component = new Models.Component(Enums.ComponentType.Application, name, {
    version,
    bomRef: `${name}@${version}`,
  });
  for (const each of packages) {
    const component = new Models.Component(Enums.ComponentType.Library, each.name, {
      version: each.version,
      purl: purlOf(each),
      bomRef: purlOf(each),
    });
    if (each.license !== null) {
      component.licenses.add(
        /[ ()]/.test(each.license)
          ? new Models.LicenseExpression(each.license)
          : new Models.SpdxLicense(each.license),
      );
    }
    bom.components.add(component);
    bom.metadata.component.dependencies.add(component.bomRef);
  }
  const serializer = new Serialize.JsonSerializer(
    new Serialize.JSON.Normalize.Factory(Spec.Spec1dot6),
  );
  return serializer.serialize(bom, { sortLists: true, space: 2 });
}

/**
 * A plugin of both builds: the renderer's begins `dist/renderer/third-party.json`, that of the main
 * process adds its own packages and those that are taken along whole, and writes the bill.
 * @param {{ begins?: boolean, whole?: string[] }} options
 */
export function thirdParty({ begins = false, whole = [] } = {}) {
  return {
    name: 'third-party',
    apply: 'build',
    writeBundle() {
      const directories = [
        ...packagesOf(this.getModuleIds()),
        ...whole.map((name) => path.join(root, 'node_modules', name)),
      ];
      const known =
        begins || !existsSync(listFile) ? [] : JSON.parse(readFileSync(listFile, 'utf8'));
      const all = new Map(
        [...known, ...directories.map(describe)].map((each) => [
          `${each.name}@${each.version}`,
          each,
        ]),
      );
      const packages = [...all.values()].toSorted(byName);
      writeFileSync(listFile, `${JSON.stringify(packages)}\n`);
      if (!begins) writeFileSync(billFile, `${billOf(packages)}\n`);
    },
  };
}
