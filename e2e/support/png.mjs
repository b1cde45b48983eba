// Reads the browser's pictures, and makes them small: at most 256 colours, packed well.

import { crc32, deflateSync, inflateSync } from 'node:zlib';

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

function chunk(name, data) {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

/** `{width, height, channels, pixels}` of a picture with 8 bits a channel, which is what the browser writes. */
export function decode(file) {
  let [width, height, channels] = [0, 0, 0];
  const packed = [];
  for (let at = 8; at < file.length; ) {
    const length = file.readUInt32BE(at);
    const [name, data] = [file.toString('latin1', at + 4, at + 8), file.subarray(at + 8, at + 8 + length)];
    if (name === 'IHDR') {
      [width, height] = [data.readUInt32BE(0), data.readUInt32BE(4)];
      channels = { 2: 3, 6: 4 }[data[9]];
      if (data[8] !== 8 || !channels || data[12]) throw new Error('a kind of PNG that this does not read');
    }
    if (name === 'IDAT') packed.push(data);
    at += length + 12;
  }
  const raw = inflateSync(Buffer.concat(packed));
  const line = width * channels;
  const pixels = Buffer.alloc(line * height);
  for (let y = 0; y < height; y += 1) {
    const filter = raw[y * (line + 1)];
    for (let x = 0; x < line; x += 1) {
      const at = y * line + x;
      const left = x < channels ? 0 : pixels[at - channels];
      const up = y ? pixels[at - line] : 0;
      const corner = y && x >= channels ? pixels[at - line - channels] : 0;
      const guess = left + up - corner;
      const [a, b, c] = [Math.abs(guess - left), Math.abs(guess - up), Math.abs(guess - corner)];
      const paeth = a <= b && a <= c ? left : b <= c ? up : corner;
      pixels[at] = raw[y * (line + 1) + 1 + x] + [0, left, up, (left + up) >> 1, paeth][filter];
    }
  }
  return { width, height, channels, pixels };
}

/** The same picture, each colour replaced by the commonest of those that are as good as equal to it. */
export function shrink(file) {
  const { width, height, channels, pixels } = decode(file);
  for (let drop = 0; ; drop += 1) {
    const near = new Map();
    const count = new Map();
    for (let at = 0; at < pixels.length; at += channels) {
      const colour = (pixels[at] << 16) | (pixels[at + 1] << 8) | pixels[at + 2];
      count.set(colour, (count.get(colour) ?? 0) + 1);
    }
    const key = (colour) => ((colour >> 16) >> drop << 16) | (((colour >> 8) & 255) >> drop << 8) | ((colour & 255) >> drop);
    for (const [colour] of [...count].sort((a, b) => b[1] - a[1] || a[0] - b[0])) {
      if (!near.has(key(colour))) near.set(key(colour), { colour, place: near.size });
    }
    if (near.size > 256) continue;
    const lines = Buffer.alloc((width + 1) * height);
    for (let at = 0, pixel = 0; at < pixels.length; at += channels, pixel += 1) {
      const colour = (pixels[at] << 16) | (pixels[at + 1] << 8) | pixels[at + 2];
      lines[pixel + Math.floor(pixel / width) + 1] = near.get(key(colour)).place;
    }
    const header = Buffer.alloc(13);
    header.writeUInt32BE(width, 0);
    header.writeUInt32BE(height, 4);
    header[8] = 8;
    header[9] = 3;
    const palette = Buffer.from([...near.values()].flatMap(({ colour }) => [colour >> 16, (colour >> 8) & 255, colour & 255]));
    return Buffer.concat([SIGNATURE, chunk('IHDR', header), chunk('PLTE', palette),
      chunk('IDAT', deflateSync(lines, { level: 9 })), chunk('IEND', Buffer.alloc(0))]);
  }
}
