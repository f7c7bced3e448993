import sharp from 'sharp';

/** A phone, camera or program writes such pictures; these have as few bytes as their shape needs. */
export type DevicePicture = { device: string; file: string; name: string; make: () => Promise<Uint8Array> };

const GREEN = { r: 90, g: 150, b: 80 };

function flat(width: number, height: number) {
  return sharp({ create: { width, height, channels: 3, background: GREEN }, limitInputPixels: false });
}

/** Phones store lines as the sensor has them, and say in EXIF how the phone was held. */
async function photo(width: number, height: number, orientation = 6): Promise<Uint8Array> {
  const jpeg = flat(width, height).withMetadata({ orientation }).jpeg({ quality: 60 });
  return new Uint8Array(await jpeg.toBuffer());
}

const ascii = (text: string) => Buffer.from(text, 'latin1');

function segment(marker: number, content: Buffer): Buffer {
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(content.length + 2, 2);
  return Buffer.concat([head, content]);
}

/** The segments follow the start of the JPEG. */
function withSegments(jpeg: Uint8Array, segments: Buffer[]): Buffer {
  return Buffer.concat([jpeg.subarray(0, 2), ...segments, jpeg.subarray(2)]);
}

/** The index of CIPA DC-007 says where the second picture is; readers that know of none show the first. */
function multiPictureIndex(first: number, second: number, at: number): Buffer {
  const index = Buffer.alloc(82);
  index.write('MPF\0MM\0*', 'latin1');
  const words = [8, 0x0003_b000, 0x0007_0000, 0x0004_3031, 0x3030_b001, 0x0004_0000, 1, 2, 0xb002_0007];
  words.forEach((word, place) => {
    index.writeUInt32BE(word, 8 + 4 * place);
  });
  [32, 50, 0, 0x0003_0000, first, 0, 0, 0, second, at].forEach((word, place) => {
    index.writeUInt32BE(word >>> 0, 42 + 4 * place);
  });
  return segment(0xe2, index);
}

/** Two pictures in one file: the second is a depth map, the other eye, or the gain map of a bright screen. */
async function twoPictures(xmpOfFirst = '', xmpOfSecond = ''): Promise<Uint8Array> {
  const [first, second] = [await photo(4000, 3000, 1), await photo(1000, 750, 1)];
  const xmp = (text: string) =>
    text === '' ? [] : [segment(0xe1, ascii(`http://ns.adobe.com/xap/1.0/\0${text}`))];
  const behind = withSegments(second, xmp(xmpOfSecond));
  const head = xmp(xmpOfFirst.replace('LENGTH', String(behind.length)));
  const length = withSegments(first, [...head, multiPictureIndex(0, 0, 0)]).length;
  const front = withSegments(first, [...head, multiPictureIndex(length, behind.length, length)]);
  return new Uint8Array(Buffer.concat([front, behind]));
}

const rdf = (attributes: string, content = '') =>
  `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" ${attributes}>${content}</rdf:Description></rdf:RDF></x:xmpmeta>`;
const GAIN = 'xmlns:hdrgm="http://ns.adobe.com/hdr-gain-map/1.0/" hdrgm:Version="1.0"';
const CONTAINER =
  'xmlns:Container="http://ns.google.com/photos/1.0/container/" xmlns:Item="http://ns.google.com/photos/1.0/container/item/"';
const item = (semantic: string, length = '') =>
  `<rdf:li rdf:parseType="Resource"><Container:Item Item:Semantic="${semantic}" Item:Mime="image/jpeg"${length}/></rdf:li>`;

function ultraHdr(): Promise<Uint8Array> {
  const items = `${item('Primary')}${item('GainMap', ' Item:Length="LENGTH"')}`;
  return twoPictures(
    rdf(`${GAIN} ${CONTAINER}`, `<Container:Directory><rdf:Seq>${items}</rdf:Seq></Container:Directory>`),
    rdf(
      `${GAIN} hdrgm:GainMapMin="0" hdrgm:GainMapMax="2" hdrgm:Gamma="1" hdrgm:OffsetSDR="0.015625" hdrgm:OffsetHDR="0.015625" hdrgm:HDRCapacityMin="0" hdrgm:HDRCapacityMax="2" hdrgm:BaseRenditionIsHDR="False"`,
    ),
  );
}

/** The first box of an ISO media file names what it is; the pixels behind it are of no matter here. */
async function media(brand: string): Promise<Uint8Array> {
  const box = Buffer.alloc(24);
  box.writeUInt32BE(24);
  box.write(`ftyp${brand}\0\0\0\0mif1${brand}`, 4, 'latin1');
  return new Uint8Array(Buffer.concat([box, Buffer.alloc(200)]));
}

export async function animatedWebp(): Promise<Uint8Array> {
  const frames = ['#ff0000', '#00ff00', '#0000ff'].map((background) =>
    sharp({ create: { width: 480, height: 270, channels: 3, background } })
      .png()
      .toBuffer(),
  );
  const joined = sharp(await Promise.all(frames), { join: { animated: true } });
  return new Uint8Array(await joined.webp({ delay: [80, 80, 80] }).toBuffer());
}

const made = async (picture: { toBuffer: () => Promise<Buffer> }) => new Uint8Array(await picture.toBuffer());

export const DEVICE_PICTURES: DevicePicture[] = [
  {
    device: 'iPhone, « Le plus compatible »',
    file: 'JPEG, 4032 × 3024, EXIF 6',
    name: 'IMG_0042.JPG',
    make: () => photo(4032, 3024),
  },
  {
    device: 'Android phones of 50 MP',
    file: 'JPEG, 8192 × 6144, EXIF 6',
    name: 'IMG_20261128_090000.jpg',
    make: () => photo(8192, 6144),
  },
  {
    device: 'Xiaomi, Samsung A, 64 MP',
    file: 'JPEG, 9248 × 6936, EXIF 8',
    name: 'IMG_64MP.jpg',
    make: () => photo(9248, 6936, 8),
  },
  {
    device: 'Samsung S20 to S22 Ultra, 108 MP',
    file: 'JPEG, 12000 × 9000, EXIF 6',
    name: '20261128_090000.jpg',
    make: () => photo(12_000, 9000),
  },
  {
    device: 'Samsung S23 to S25 Ultra, 200 MP',
    file: 'JPEG, 16320 × 12240, EXIF 6',
    name: '20261128_090001.jpg',
    make: () => photo(16_320, 12_240),
  },
  {
    device: 'Pixel, Samsung S24: Ultra HDR',
    file: 'JPEG with a gain map, 4000 × 3000',
    name: 'PXL_20261128.jpg',
    make: ultraHdr,
  },
  {
    device: 'Portrait mode, 3D cameras: MPO',
    file: 'two JPEG in one, 4000 × 3000',
    name: 'portrait.mpo',
    make: () => twoPictures(),
  },
  {
    device: 'A camera held upside down',
    file: 'JPEG, 6000 × 4000, EXIF 3',
    name: 'DSC_0001.JPG',
    make: () => photo(6000, 4000, 3),
  },
  {
    device: 'A selfie, mirrored and turned',
    file: 'JPEG, 4000 × 3000, EXIF 5',
    name: 'selfie.jpg',
    make: () => photo(4000, 3000, 5),
  },
  {
    device: 'EXIF that says 9, as some programs write',
    file: 'JPEG, 800 × 600',
    name: 'scan.jpg',
    make: () => photo(800, 600, 1).then((jpeg) => withOrientation(jpeg, 9)),
  },
  {
    device: 'Messengers, photo sites',
    file: 'progressive JPEG, 1600 × 1200',
    name: 'IMG-WA0001.jpg',
    make: () => made(flat(1600, 1200).jpeg({ progressive: true })),
  },
  {
    device: 'A photo of 64 MP saved by Photoshop as progressive',
    file: 'progressive JPEG, 9248 × 6936',
    name: 'visuel.jpg',
    make: () => made(flat(9248, 6936).jpeg({ progressive: true, quality: 60 })),
  },
  {
    device: 'Photoshop for print',
    file: 'CMYK JPEG, 1500 × 1000',
    name: 'etiquette.jpg',
    make: () => made(flat(1500, 1000).toColourspace('cmyk').jpeg()),
  },
  {
    device: 'Screenshot of an iPhone or a Mac',
    file: 'PNG, 16 bits, 2880 × 1800',
    name: 'Capture.png',
    make: () => made(flat(2880, 1800).toColourspace('rgb16').png()),
  },
  {
    device: 'Screenshot of a whole page',
    file: 'PNG, 1440 × 30000',
    name: 'page-entiere.png',
    make: () => made(flat(1440, 30_000).png()),
  },
  {
    device: 'A plan for print',
    file: 'interlaced PNG, 16 bits, 8000 × 7000',
    name: 'plan.png',
    make: () => made(flat(8000, 7000).toColourspace('rgb16').png({ progressive: true, compressionLevel: 1 })),
  },
  {
    device: 'iPhone, « Haute efficacité », sent past the app that converts it',
    file: 'HEIC',
    name: 'IMG_0043.HEIC',
    make: () => media('heic'),
  },
  {
    device: 'Android and editors that write AVIF, the same way',
    file: 'AVIF',
    name: 'image.avif',
    make: () => media('avif'),
  },
  {
    device: 'iPhone Pro, ProRAW of 48 MP; RAW of cameras',
    file: 'DNG (TIFF)',
    name: 'IMG_0044.DNG',
    make: async () => new Uint8Array([...ascii('II*\0'), ...new Uint8Array(200)]),
  },
  {
    device: 'iPhone, Live Photo',
    file: 'the MOV beside it',
    name: 'IMG_0043.MOV',
    make: () => media('qt  '),
  },
  {
    device: 'Stickers, converters',
    file: 'moving WebP, 480 × 270',
    name: 'demo.webp',
    make: animatedWebp,
  },
];

/** The entry of the EXIF block, in both orders of bytes. */
function withOrientation(jpeg: Uint8Array, orientation: number): Uint8Array {
  const bytes = Buffer.from(jpeg);
  const entry = [Buffer.from([0x12, 0x01, 3, 0, 1, 0, 0, 0]), Buffer.from([0x01, 0x12, 0, 3, 0, 0, 0, 1])];
  const at = Math.max(...entry.map((wanted) => bytes.indexOf(wanted)));
  if (at < 0) throw new Error('The photo has no orientation');
  bytes.writeUInt16LE(orientation, at + 8);
  return new Uint8Array(bytes);
}
