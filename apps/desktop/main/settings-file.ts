import { z } from 'zod';
import { serverOrigin } from './addresses.ts';
import { readIfThere } from './files.ts';

const settingsFile = z.object({ server: z.string() }).partial();

/** The settings file has `{ "server": "https://…" }`. An unsafe address is ignored. */
export async function readServer(file: string, builtIn: string): Promise<string> {
  const content = await readIfThere(file);
  const fallback = serverOrigin(builtIn);
  if (!fallback) throw new Error(`The server's address of this build is not one: ${builtIn}`);
  if (!content) return fallback;
  try {
    const { server } = settingsFile.parse(JSON.parse(content.toString()));
    return (server === undefined ? null : serverOrigin(server)) ?? fallback;
  } catch {
    return fallback;
  }
}
