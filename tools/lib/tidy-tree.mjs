import { posix } from 'node:path';
import { lineAt } from './tidy-rules.mjs';

/** @typedef {import('./tidy-rules.mjs').Finding} Finding */

const DOCUMENTS = /^((README|ARCHITECTURE|CONTRIBUTING|GLOSSARY)|docs\/architecture\/[\w-]+)\.md$/;
const ENTRY = /(^|\/)main\.tsx?$|^contract\/src\/index\.ts$|\.d\.ts$|\.test\.tsx?$|\.worker\.ts$|\/test\/setup\.ts$/;

/**
 * Files below src that are neither imported nor an entry point.
 * @param {Map<string, string>} files
 * @returns {Finding[]}
 */
export function unusedFiles(files) {
  const reached = new Set();
  for (const [file, text] of files) {
    if (!/\.(ts|tsx|mjs|html)$/.test(file)) continue;
    for (const [, target = ''] of text.matchAll(
      /(?:from|import|import\(|URL\(|src=)\s*['"](\.[^'"?]*|\/src\/[^'"]*)/g,
    )) {
      const path = target.startsWith('/') ? `.${target}` : target;
      reached.add(posix.join(posix.dirname(file), path));
    }
    for (const [, target = ''] of text.matchAll(/['"]@longshore\/contract\/(text\/[^'"]+)/g))
      reached.add(`contract/src/${target}`);
  }
  return [...files.keys()]
    .filter((file) => /^[^/]+\/src\/.*\.tsx?$/.test(file) && !ENTRY.test(file) && !reached.has(file))
    .map((file) => ({ file, line: 1, what: 'is imported by nobody', use: 'an import, or its removal' }));
}

/**
 * Paths and scripts that the documents name in backticks have to exist.
 * @param {Map<string, string>} files
 * @returns {Finding[]}
 */
export function deadReferences(files) {
  const folders = new Set([...files.keys()].flatMap(foldersOf));
  const scripts = JSON.parse(files.get('package.json') ?? '{}').scripts ?? {};
  /** @param {string} name */
  const isDead = (name) => {
    const script = /^npm run ([\w:-]+)/.exec(name)?.[1];
    if (script) return !(script in scripts);
    const path = name.replace(/\/$/, '');
    const claims = /^[\w.@-]+(\/[\w.@-]+)+\/?$/.test(name) && folders.has(path.split('/')[0] ?? '');
    return claims && !files.has(path) && !folders.has(path);
  };
  return [...files].flatMap(([file, text]) => {
    if (!DOCUMENTS.test(file)) return [];
    return [...text.matchAll(/`([^`\n]+)`/g)]
      .filter(([, name = '']) => isDead(name))
      .map(({ 1: name, index }) => ({ file, line: lineAt(text, index), what: `names ${name}`, use: 'what exists' }));
  });
}

/** @param {string} file */
function foldersOf(file) {
  const parts = file.split('/').slice(0, -1);
  return parts.map((_, depth) => parts.slice(0, depth + 1).join('/'));
}
