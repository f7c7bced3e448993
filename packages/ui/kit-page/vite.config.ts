import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** This page for developers is in no build of the product. It shows both themes, by the browser’s own `light-dark()`. */
export default defineConfig({
  plugins: [react(), tailwindcss()],
  server: { host: 'localhost' },
  build: { cssTarget: 'esnext' },
});
