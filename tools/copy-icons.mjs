import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { main, root } from './lib/run.mjs';

/**
 * Copies the icons that the web imports out of the package of the same name, which has 6,000 of them in 18,000 files:
 * `node tools/copy-icons.mjs` after an import of a new one, with `--version 3.52.0` for another release.
 */
const NAME = '@tabler/icons-react';
const folder = join(root, 'web', 'generated', 'icons-react');

/** The names between the braces of every import and export from the package. */
function importedIcons() {
  const files = execFileSync('git', ['grep', '--untracked', '-lF', NAME, '--', 'web/src'], {
    cwd: root,
    encoding: 'utf8',
  });
  const imports = new RegExp(`(?:import|export) (?:type )?\\{([^}]*)\\} from '${NAME}'`, 'g');
  const names = files
    .trim()
    .split('\n')
    .flatMap((file) => [...readFileSync(join(root, file), 'utf8').matchAll(imports)])
    .flatMap(([, list = '']) => list.split(','))
    .map((name) => name.trim().split(' as ')[0] ?? '');
  return [...new Set(names)].filter((name) => /^Icon[A-Z]/.test(name) && name !== 'IconProps').sort();
}

/** @param {string} version */
function unpack(version) {
  const into = mkdtempSync(join(tmpdir(), 'longshore-icons-'));
  const options = { cwd: into, shell: process.platform === 'win32' };
  execFileSync('npm', ['pack', '--silent', `${NAME}@${version}`], options);
  execFileSync('tar', ['-xzf', `tabler-icons-react-${version}.tgz`], options);
  return into;
}

const types = `import type { ForwardRefExoticComponent, RefAttributes, SVGProps } from 'react';

export interface IconProps extends Partial<Omit<SVGProps<SVGSVGElement>, 'stroke' | 'ref'>> {
  size?: string | number;
  stroke?: string | number;
  title?: string;
}
export type TablerIcon = ForwardRefExoticComponent<IconProps & RefAttributes<SVGSVGElement>>;
`;

/**
 * @param {string} from
 * @param {string} version
 */
function copy(from, version) {
  const names = importedIcons();
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(join(folder, 'icons'), { recursive: true });
  const dist = join(from, 'package', 'dist', 'esm');
  for (const name of ['createReactComponent.mjs', 'defaultAttributes.mjs'])
    cpSync(join(dist, name), join(folder, name));
  cpSync(join(from, 'package', 'LICENSE'), join(folder, 'LICENSE'));
  for (const name of names) cpSync(join(dist, 'icons', `${name}.mjs`), join(folder, 'icons', `${name}.mjs`));
  const lines = names.map((name) => `export { default as ${name} } from './icons/${name}.mjs';\n`);
  writeFileSync(join(folder, 'index.mjs'), lines.join(''));
  writeFileSync(
    join(folder, 'index.d.ts'),
    types + names.map((name) => `export const ${name}: TablerIcon;\n`).join(''),
  );
  const manifest = {
    name: NAME,
    version,
    private: true,
    license: 'MIT',
    description: `The ${names.length} icons that the web uses, copied by tools/copy-icons.mjs.`,
    type: 'module',
    sideEffects: false,
    exports: { '.': { types: './index.d.ts', default: './index.mjs' } },
    peerDependencies: { react: '*' },
  };
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  console.log(`${names.length} icons of ${NAME} ${version}`);
}

await main(async () => {
  const at = process.argv.indexOf('--version');
  const current = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')).version;
  const version = at > 0 ? (process.argv[at + 1] ?? current) : current;
  const from = unpack(version);
  try {
    copy(from, version);
  } finally {
    rmSync(from, { recursive: true, force: true });
  }
});
