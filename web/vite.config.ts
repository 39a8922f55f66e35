import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const apiPort = process.env.PORT ?? '3000';

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  plugins: [react()],
  build: {
    target: 'es2023',
    sourcemap: true,
    // Nothing is inlined: the content security policy allows fonts and scripts from our own address only.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      // The contract is data: a part of it that a page does not name is not loaded with it.
      treeshake: { moduleSideEffects: [{ test: /\/contract\/src\//, sideEffects: false }] },
    },
  },
  server: {
    proxy: { '/api': `http://localhost:${apiPort}`, '/files': `http://localhost:${apiPort}` },
  },
});
