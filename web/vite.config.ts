import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';

// Where `npm run dev` finds the server; the built screens are served by the binary itself.
const server = process.env['TAISAI_SERVER'] ?? 'http://127.0.0.1:8080';

export default defineConfig({
  plugins: [svelte()],
  build: {
    target: 'es2022',
    // A polyfill would be an inline script, which the content security policy forbids.
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    reportCompressedSize: true,
    // What several pages share comes in one file: on a slow machine each further one costs more than its size.
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            {
              name: 'shared',
              test: /\/src\/(parts|model|play\/(limits|Notices))/u,
              minShareCount: 2,
            },
          ],
        },
      },
    },
  },
  server: { proxy: { '/api': { target: server, ws: true }, '/ws': { target: server, ws: true } } },
  // Generous: a busy machine is no failure.
  test: { include: ['src/**/*.test.ts'], environment: 'node', testTimeout: 60_000 },
});
