export function manyParts(): [name: string, type: string, bytes: Buffer][];
