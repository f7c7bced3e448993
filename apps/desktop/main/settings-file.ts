import { z } from 'zod';
import { serverOrigin } from './addresses.ts';
import { readIfThere } from './files.ts';

const settingsFile = z.object({ server: z.string() }).partial();

/** `isUnusable` means that the file has no safe address; `origin` is then the address of the build. */
export type ChosenServer = { origin: string; isUnusable: boolean };

/** The settings file has `{ "server": "https://…" }`. */
export async function readServer(file: string, builtIn: string): Promise<ChosenServer> {
  const origin = serverOrigin(builtIn);
  if (!origin) throw new Error(`The server's address of this build is not one: ${builtIn}`);
  const content = await readIfThere(file);
  if (!content) return { origin, isUnusable: false };
  try {
    const { server } = settingsFile.parse(JSON.parse(content.toString()));
    if (server === undefined) return { origin, isUnusable: false };
    const chosen = serverOrigin(server);
    return { origin: chosen ?? origin, isUnusable: chosen === null };
  } catch {
    return { origin, isUnusable: true };
  }
}
