/** 32 bits of a text (FNV-1a): of sources, and of what operations look like. */
export function hashText(text: string, seed = 0x811c9dc5): number {
  let h = seed
  for (let i = 0; i < text.length; i++) h = Math.imul(h ^ text.charCodeAt(i), 0x01000193)
  return (h ^ (h >>> 15)) >>> 0
}
