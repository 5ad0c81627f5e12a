export async function applyParts(parts) {
  record.parts.push(...parts)
}
