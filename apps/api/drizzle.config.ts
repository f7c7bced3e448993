import { defineConfig } from 'drizzle-kit';

/** `npx drizzle-kit generate` in apps/api writes a draft; read it, mend it, and re-create triggers after a rebuild. */
export default defineConfig({
  dialect: 'sqlite',
  schema: './src/**/tables.ts',
  out: './migrations',
});
