import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { chunkGroups } from './chunks.ts';
import { declaredData } from './declared-data.ts';
import { refuseImportCycles } from './import-cycles.ts';
import { shellWorker } from './shell-worker.ts';

const apiPort = process.env.PORT ?? '3000';

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  plugins: [declaredData(), react(), refuseImportCycles(), shellWorker()],
  build: {
    target: 'es2023',
    sourcemap: true,
    // Nothing is inlined: the content security policy allows fonts and scripts from our own address only.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: { output: { codeSplitting: { groups: chunkGroups } } },
  },
  worker: { format: 'es' },
  server: {
    proxy: {
      '/api': `http://localhost:${apiPort}`,
      '/files': `http://localhost:${apiPort}`,
      '/print': `http://localhost:${apiPort}`,
    },
  },
});
