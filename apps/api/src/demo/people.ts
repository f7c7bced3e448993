import { specialty } from '@guilde/contracts/profiles/input.ts';
import {
  type Carrier,
  type Cms,
  type MainChannel,
  type MonthlyOrders,
  type Payment,
  SECTORS,
} from '@guilde/contracts/profiles/rules.ts';
import { oneOf } from '@guilde/contracts/validation.ts';
import { z } from 'zod';
import people from './people.json' with { type: 'json' };

const person = z.strictObject({
  firstName: z.string(),
  lastName: z.string(),
  storeName: z.string(),
  sector: oneOf(SECTORS),
  specialties: z.array(specialty),
  bio: z.string().default(''),
});

const CMS_IN_TURN: Cms[] = ['shopify', 'prestashop', 'woocommerce', 'shopify', 'magento', 'custom'];
const PAYMENTS_IN_TURN: Payment[][] = [
  ['stripe', 'paypal'],
  ['payplug'],
  ['stripe', 'alma'],
  [],
  ['mollie', 'paypal'],
];
const CARRIERS_IN_TURN: Carrier[][] = [
  ['colissimo', 'mondial-relay'],
  ['chronopost', 'dpd'],
  [],
  ['mondial-relay'],
];
const ORDERS_IN_TURN: MonthlyOrders[] = ['50-500', '500+', '0-50'];
const CHANNELS_IN_TURN: MainChannel[] = [
  'meta-ads',
  'seo',
  'email',
  'google-ads',
  'tiktok-ads',
  'marketplace',
];

function inTurn<T>(list: readonly T[], index: number): T {
  return list[index % list.length] as T;
}

/** Nina is the founder; the first six help the most. */
export const DEMO_PEOPLE = z
  .array(person)
  .parse(people)
  .map((written, index) => ({
    ...written,
    cms: inTurn(CMS_IN_TURN, index),
    payments: inTurn(PAYMENTS_IN_TURN, index),
    carriers: inTurn(CARRIERS_IN_TURN, index),
    monthlyOrders: inTurn(ORDERS_IN_TURN, index),
    mainChannel: inTurn(CHANNELS_IN_TURN, index),
  }));

export type DemoPerson = (typeof DEMO_PEOPLE)[number];
