import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Failed, main, root } from './lib/run.mjs';
import { checkFile } from './lib/tidy-rules.mjs';
import { deadReferences, unusedFiles } from './lib/tidy-tree.mjs';

const SKIPPED = /^tools\/fixtures\/|(^|\/)generated\//;

/** Tracked files and new ones that are not ignored, without those deleted in the working tree. */
function repositoryFiles() {
  const args = ['ls-files', '-z', '--cached', '--others', '--exclude-standard'];
  const names = execFileSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 }).split('\0');
  return new Map(
    [...new Set(names)]
      .filter((name) => name && !SKIPPED.test(name) && existsSync(join(root, name)))
      .map((name) => [
        name,
        /\.(png|woff2?|ttf|xlsx|pdf|ico)$/.test(name) ? '' : readFileSync(join(root, name), 'utf8'),
      ]),
  );
}

await main(async () => {
  const files = repositoryFiles();
  const findings = [...files].flatMap(([file, text]) => checkFile(file, text));
  findings.push(...unusedFiles(files), ...deadReferences(files));
  for (const { file, line, what, use } of findings) console.error(`${file}:${line}  ${what} → ${use}`);
  if (findings.length > 0) throw new Failed(`${findings.length} untidy places`);
});
