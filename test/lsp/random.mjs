/** xorshift: the same numbers below `limit` for the same seed. */
export function random(seed) {
  let state = seed | 1;
  return (limit) => {
    state ^= state << 13; state ^= state >>> 17; state ^= state << 5;
    return (state >>> 0) % limit;
  };
}
