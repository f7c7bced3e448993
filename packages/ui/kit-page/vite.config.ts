import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** A page for developers, in no build of the product. */
export default defineConfig({ plugins: [react(), tailwindcss()], server: { host: 'localhost' } });
