/** Owns generated pictures: cheap SVG scenes that differ from photo to photo, for tests and screenshots. */

/** A number from 0 to 2^32 - 1 that depends on the photo and a salt alone. */
export function hash(photo, salt = 0) {
  let mixed = Math.imul(photo + 0x9e3779b9, 0x85ebca6b) ^ Math.imul(salt + 1, 0xc2b2ae35);
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x2c1b3c6d);
  mixed = Math.imul(mixed ^ (mixed >>> 12), 0x297a2d39);
  return (mixed ^ (mixed >>> 15)) >>> 0;
}

const palettes = [
  ['#274472', '#f6ae7a', '#3c4f76', '#26324f', '#151d33', '#ffe3b3'],
  ['#7fb7e6', '#e8f4fb', '#7ba05b', '#4f7942', '#2f4f2b', '#fff8dc'],
  ['#f28f6b', '#fbd786', '#9a5b6e', '#5e3a56', '#33203d', '#fff1c4'],
  ['#9ad1c9', '#f3f7ee', '#5fa8a0', '#32746d', '#1d4e4a', '#ffffff'],
  ['#c9d6df', '#f0f5f9', '#8d99ae', '#5c677d', '#33415c', '#ffffff'],
  ['#1b2a49', '#465c9b', '#233558', '#172441', '#0c1426', '#f4f1d0'],
  ['#f7c5cc', '#fdf0d5', '#c1666b', '#8c4a52', '#4a2c34', '#ffffff'],
  ['#8ecae6', '#ffe8b6', '#e9c46a', '#d9a441', '#b5812c', '#fffdf0'],
];

/** The colours of a photo. */
export function palette(photo) {
  return palettes[hash(photo, 40) % palettes.length];
}

/** A colour close to the mean of the picture. */
export function meanColor(photo) {
  const colors = palette(photo);
  const parts = [colors[0], colors[1], colors[2]].map((color) => parseInt(color.slice(1), 16));
  const mean = [16, 8, 0].map((shift) => Math.round(parts.reduce((sum, color) => sum + ((color >> shift) & 255), 0) / 3));
  return `#${mean.map((value) => value.toString(16).padStart(2, '0')).join('')}`;
}

function ridge(photo, salt, width, height, base, rough, color) {
  const steps = 9;
  let path = `M0 ${height}`;
  for (let step = 0; step <= steps; step++) {
    const y = base + ((hash(photo, salt * 31 + step) % 1000) / 1000 - 0.5) * rough;
    path += step === 0 ? `L0 ${y.toFixed(0)}` : `T${((step / steps) * width).toFixed(0)} ${y.toFixed(0)}`;
  }
  return `<path d="${path}L${width} ${height}Z" fill="${color}"/>`;
}

/** A picture as SVG. */
export function picture(photo, width, height) {
  const [top, bottom, far, middle, near, light] = palette(photo);
  const chance = (salt) => (hash(photo, salt) % 1000) / 1000;
  const size = Math.min(width, height);
  let scene = '';
  switch (hash(photo, 41) % 6) {
    case 0:
    case 1:
      scene = `<circle cx="${width * (0.15 + 0.7 * chance(1))}" cy="${height * (0.2 + 0.25 * chance(2))}" r="${size * (0.06 + 0.07 * chance(3))}" fill="${light}"/>`
        + ridge(photo, 2, width, height, height * 0.55, height * 0.3, far)
        + ridge(photo, 3, width, height, height * 0.7, height * 0.2, middle)
        + ridge(photo, 4, width, height, height * 0.86, height * 0.12, near);
      break;
    case 2:
      for (let tower = 0; tower < 9; tower++) {
        const w = width / 9;
        const h = height * (0.25 + 0.5 * chance(10 + tower));
        scene += `<rect x="${(tower * w).toFixed(0)}" y="${(height - h).toFixed(0)}" width="${(w * 0.94).toFixed(0)}" height="${h.toFixed(0)}" fill="${[far, middle, near][tower % 3]}"/>`;
        for (let lit = 0; lit < 4; lit++) {
          scene += `<rect x="${(tower * w + w * (0.15 + 0.18 * lit)).toFixed(0)}" y="${(height - h * (0.9 - 0.15 * lit)).toFixed(0)}" width="${(w * 0.1).toFixed(1)}" height="${(w * 0.16).toFixed(1)}" fill="${light}"/>`;
        }
      }
      break;
    case 3:
      scene = `<rect y="${height * 0.55}" width="${width}" height="${height}" fill="${far}"/><rect y="${height * 0.72}" width="${width}" height="${height}" fill="${light}" opacity=".55"/>`
        + ridge(photo, 5, width, height, height * 0.82, height * 0.05, middle)
        + `<path d="M${width * 0.3} ${height * 0.54}h${size * 0.3}l-${size * 0.05} ${size * 0.06}h-${size * 0.2}zM${width * 0.3 + size * 0.15} ${height * 0.52}v-${size * 0.28}l${size * 0.13} ${size * 0.26}z" fill="${near}"/>`;
      break;
    case 4: {
      const x = width * (0.35 + 0.3 * chance(4));
      const y = height * (0.4 + 0.15 * chance(5));
      for (let petal = 0; petal < 9; petal++) {
        const turn = (petal * Math.PI * 2) / 9;
        scene += `<circle cx="${(x + Math.cos(turn) * size * 0.17).toFixed(0)}" cy="${(y + Math.sin(turn) * size * 0.17).toFixed(0)}" r="${(size * 0.1).toFixed(0)}" fill="${petal % 2 ? far : middle}"/>`;
      }
      scene = ridge(photo, 6, width, height, height * 0.8, height * 0.1, near) + `<rect x="${x - size * 0.012}" y="${y}" width="${size * 0.024}" height="${height}" fill="${near}"/>` + scene + `<circle cx="${x}" cy="${y}" r="${size * 0.1}" fill="${light}"/>`;
      break;
    }
    default:
      for (let tree = 0; tree < 6; tree++) {
        const x = width * chance(20 + tree);
        const h = size * (0.3 + 0.35 * chance(30 + tree));
        scene += `<path d="M${x.toFixed(0)} ${(height * 0.9 - h).toFixed(0)}l${(h * 0.28).toFixed(0)} ${h.toFixed(0)}h-${(h * 0.56).toFixed(0)}z" fill="${[middle, far, near][tree % 3]}"/>`;
      }
      scene = ridge(photo, 7, width, height, height * 0.6, height * 0.2, far) + scene + ridge(photo, 8, width, height, height * 0.9, height * 0.05, near);
  }
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"><defs><linearGradient id="g" x2="0" y2="1"><stop stop-color="${top}"/><stop offset="1" stop-color="${bottom}"/></linearGradient></defs><rect width="${width}" height="${height}" fill="url(#g)"/>${scene}</svg>`;
}
