/**
 * Loaded before dependency-cruiser, whose swc parser does not switch JSX on and so stops at the first .tsx file.
 * A planted violation in a .tsx file shows whether this is still needed and still works.
 */
const swc = require('@swc/core');

const parseFileSync = swc.parseFileSync;
swc.parseFileSync = (file, options) => parseFileSync(file, { ...options, tsx: file.endsWith('.tsx') });
