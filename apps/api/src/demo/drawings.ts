/// <reference types="vite/client" />
import sharp from 'sharp';
import checkout from './drawings/checkout.svg?raw';
import costs from './drawings/costs.svg?raw';
import invoice from './drawings/invoice.svg?raw';
import label from './drawings/label.svg?raw';
import suspendedAccount from './drawings/suspended-account.svg?raw';

const DRAWINGS = { 'suspended-account': suspendedAccount, checkout, costs, label, invoice };

export type DemoDrawing = keyof typeof DRAWINGS;

export const DEMO_DRAWINGS = Object.keys(DRAWINGS) as DemoDrawing[];

export async function drawn(drawing: DemoDrawing): Promise<Uint8Array> {
  return new Uint8Array(await sharp(Buffer.from(DRAWINGS[drawing])).png({ compressionLevel: 3 }).toBuffer());
}
