// The file format of the models that the book ships.

// The value of each of the 65,536 numbers that float16 can write.
const HALVES = Float32Array.from({ length: 65536 }, (_, bits) => {
  const sign = bits >> 15 ? -1 : 1;
  const exponent = (bits >> 10) & 31;
  const fraction = bits & 1023;
  if (exponent === 0) return sign * fraction * 2 ** -24;
  if (exponent === 31) return fraction ? NaN : sign * Infinity;
  return sign * (1 + fraction / 1024) * 2 ** (exponent - 15);
});

// A safetensors file: 8 bytes that say how long the header is, the header in
// JSON, the numbers. Gives `metadata`, texts by name, and `tensors` by name.
export function readSafetensors(buffer) {
  const size = Number(new DataView(buffer).getBigUint64(0, true));
  const text = new TextDecoder().decode(new Uint8Array(buffer, 8, size));
  const { __metadata__: metadata = {}, ...entries } = JSON.parse(text);
  const tensors = {};
  for (const [name, entry] of Object.entries(entries)) {
    const [begin, end] = entry.data_offsets;
    const bytes = buffer.slice(8 + size + begin, 8 + size + end);
    const data = numbers(entry.dtype, bytes);
    const count = entry.shape.reduce((all, size) => all * size, 1);
    if (data.length !== count) throw new Error("the file is cut short");
    tensors[name] = { shape: entry.shape, columns: entry.shape.at(-1), data };
  }
  return { metadata, tensors };
}

function numbers(dtype, bytes) {
  if (dtype === "F32") return new Float32Array(bytes);
  if (dtype !== "F16") throw new Error(`numbers of type ${dtype}`);
  const halves = new Uint16Array(bytes);
  const data = new Float32Array(halves.length);
  for (let k = 0; k < data.length; k++) data[k] = HALVES[halves[k]];
  return data;
}
