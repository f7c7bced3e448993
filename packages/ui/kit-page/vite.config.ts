import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** This page for developers is in no build of the product. */
export default defineConfig({ plugins: [react(), tailwindcss()], server: { host: 'localhost' } });
