// A set of cells: rows of whole bytes, the least significant bit first.

export class Bits {
  /** @param {Uint8Array} data @param {number} width */
  constructor(data, width) {
    this.data = data;
    this.width = width;
    this.stride = Math.ceil(width / 8);
  }

  /** @type {(x: number, y: number) => number} */
  get(x, y) {
    return (this.data[y * this.stride + (x >> 3)] >> (x & 7)) & 1;
  }

  /** @type {(x: number, y: number, on: boolean) => void} */
  set(x, y, on) {
    const at = y * this.stride + (x >> 3);
    if (on) this.data[at] |= 1 << (x & 7);
    else this.data[at] &= ~(1 << (x & 7));
  }

  copy() {
    return new Bits(this.data.slice(), this.width);
  }
}
