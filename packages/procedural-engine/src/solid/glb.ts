/**
 * Writes solids as binary glTF 2.0. The metadata of every file states that it is procedural.
 */
import { writeFile } from 'node:fs/promises';
import { Document, type Material as GltfMaterial, NodeIO } from '@gltf-transform/core';
import type { EngineFile } from '../engine.js';
import type { Material } from './form.js';
import type { Mesh } from './mesh.js';

export const GENERATOR = 'Offprint built-in engine (procedural)';

/** A mesh with its material; the image is JPEG. */
export interface GlbPart {
  mesh: Mesh;
  material: Omit<Material, 'paint'>;
  image: Uint8Array;
}

export interface GlbNotes {
  name: string;
  /** Written as `extras` of the file, next to `procedural: true`. */
  extras: Record<string, unknown>;
}

/** @param path where the file is written, ending in .glb */
export async function writeGlb(
  path: string,
  parts: readonly GlbPart[],
  notes: GlbNotes,
): Promise<EngineFile> {
  const document = new Document();
  const root = document.getRoot();
  root.getAsset().generator = GENERATOR;
  root.setExtras({ procedural: true, ...notes.extras });
  const buffer = document.createBuffer();
  const mesh = document.createMesh(notes.name);
  for (const part of parts) {
    const accessor = (type: 'SCALAR' | 'VEC2' | 'VEC3', array: Float32Array | Uint16Array | Uint32Array) =>
      document.createAccessor().setType(type).setArray(array).setBuffer(buffer);
    const { positions, normals, places, indices } = part.mesh;
    // 65535 is the primitive restart value of 16-bit indices.
    const narrow = positions.length / 3 <= 65535;
    mesh.addPrimitive(
      document
        .createPrimitive()
        .setAttribute('POSITION', accessor('VEC3', positions))
        .setAttribute('NORMAL', accessor('VEC3', normals))
        .setAttribute('TEXCOORD_0', accessor('VEC2', places))
        .setIndices(accessor('SCALAR', narrow ? Uint16Array.from(indices) : indices))
        .setMaterial(describeMaterial(document, part)),
    );
  }
  const node = document.createNode(notes.name).setMesh(mesh);
  root.setDefaultScene(document.createScene(notes.name).addChild(node));
  await writeFile(path, await new NodeIO().writeBinary(document));
  return { path, contentType: 'model/gltf-binary' };
}

function describeMaterial(document: Document, { material, image }: GlbPart): GltfMaterial {
  const texture = document.createTexture(material.name).setMimeType('image/jpeg').setImage(image);
  const described = document
    .createMaterial(material.name)
    .setBaseColorTexture(texture)
    .setMetallicFactor(material.metallic)
    .setRoughnessFactor(material.roughness);
  const glow = material.glow ?? 0;
  return glow > 0 ? described.setEmissiveTexture(texture).setEmissiveFactor([glow, glow, glow]) : described;
}
