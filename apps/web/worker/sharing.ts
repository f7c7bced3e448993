import {
  SHARE_PATH,
  SHARED_INDEX,
  type SharedIndex,
  sharedFilePath,
} from '@guilde/contracts/conversations/sharing.ts';

const openShared = () => caches.open('guilde-shared');

/** Keeps what another app shares, also across a sign-in, and shows the page that asks for a conversation. */
export async function keepShared(request: Request): Promise<Response> {
  // When something could not be kept, the page says that there is nothing.
  await keep(request).catch(forget);
  return Response.redirect(SHARE_PATH, 303);
}

async function keep(request: Request): Promise<void> {
  const form = await request.formData();
  await forget();
  const cache = await openShared();
  const files = form.getAll('files').filter((one) => one instanceof File);
  await Promise.all(files.map((file, position) => cache.put(sharedFilePath(position), new Response(file))));
  const index: SharedIndex = {
    at: Date.now(),
    text: textOf(form),
    files: files.map(({ name, type }) => ({ name, type })),
  };
  await cache.put(SHARED_INDEX, Response.json(index));
}

async function forget(): Promise<void> {
  const cache = await openShared();
  for (const request of await cache.keys()) await cache.delete(request);
}

/** Many apps repeat the address within the text. */
function textOf(form: FormData): string {
  const parts = ['title', 'text', 'url'].map((name) => {
    const value = form.get(name);
    return typeof value === 'string' ? value.trim() : '';
  });
  return parts
    .filter((part, at) => part !== '' && !parts.some((other, n) => n !== at && isWithin(part, at, other, n)))
    .join('\n');
}

function isWithin(part: string, at: number, other: string, n: number): boolean {
  return other.includes(part) && (other !== part || n < at);
}
