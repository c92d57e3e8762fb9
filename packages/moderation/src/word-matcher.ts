/**
 * Finds the first of many words in a text by the algorithm of Aho and Corasick: one step per character, however many words there are.
 * The automaton is a trie in typed arrays, at most 60 bytes per character of the words, with its edges in one hash table.
 */
import { isBoundary } from './folded-text.js';

export interface Word {
  /** Folded: see `foldText`. Not empty. */
  folded: string;
  /** Matches also when letters precede it. */
  isOpenAtStart: boolean;
  /** Matches also when letters follow it. */
  isOpenAtEnd: boolean;
}

/** No node, no word. */
const NONE = -1;
const ROOT = 0;

export class WordMatcher<W extends Word> {
  private readonly edges: EdgeTable;
  /** By node: the node of the longest proper suffix that is in the trie. */
  private readonly suffixes: Int32Array;
  /** By node: the nearest node by `suffixes` at which words end. */
  private readonly shorter: Int32Array;
  /** By node: the last word that ends there. */
  private readonly wordAt: Int32Array;
  /** By word: another word with the same characters. */
  private readonly sameWord: Int32Array;

  constructor(private readonly words: readonly W[]) {
    const mostNodes = 1 + words.reduce((sum, { folded }) => sum + folded.length, 0);
    this.edges = new EdgeTable(mostNodes);
    this.wordAt = new Int32Array(mostNodes).fill(NONE);
    this.sameWord = new Int32Array(words.length).fill(NONE);
    const parents = new Int32Array(mostNodes);
    const units = new Uint16Array(mostNodes);
    const depths = new Int32Array(mostNodes);
    let nodes = 1;
    for (const [index, { folded }] of words.entries()) {
      let node = ROOT;
      for (let at = 0; at < folded.length; at += 1) {
        const unit = folded.charCodeAt(at);
        let next = this.edges.get(node, unit);
        if (next === NONE) {
          next = nodes++;
          this.edges.set(node, unit, next);
          parents[next] = node;
          units[next] = unit;
          depths[next] = at + 1;
        }
        node = next;
      }
      this.sameWord[index] = this.wordAt[node]!;
      this.wordAt[node] = index;
    }
    this.suffixes = new Int32Array(nodes);
    this.shorter = new Int32Array(nodes).fill(NONE);
    for (const node of byDepth(depths, nodes)) this.link(node, parents[node]!, units[node]!);
  }

  /** Returns the first word that the text contains between boundaries; null when there is none. */
  find(folded: string): W | null {
    for (let node = ROOT, at = 0; at < folded.length; at += 1) {
      node = this.step(node, folded.charCodeAt(at));
      let end = this.wordAt[node] === NONE ? this.shorter[node]! : node;
      for (; end !== NONE; end = this.shorter[end]!)
        for (let index = this.wordAt[end]!; index !== NONE; index = this.sameWord[index]!)
          if (isWhole(this.words[index]!, folded, at + 1)) return this.words[index]!;
    }
    return null;
  }

  /** Links a node to its suffixes. Every shorter node is linked already. */
  private link(node: number, parent: number, unit: number): void {
    const suffix = parent === ROOT ? ROOT : this.step(this.suffixes[parent]!, unit);
    this.suffixes[node] = suffix;
    this.shorter[node] = this.wordAt[suffix] === NONE ? this.shorter[suffix]! : suffix;
  }

  private step(from: number, unit: number): number {
    for (let node = from; ; node = this.suffixes[node]!) {
      const next = this.edges.get(node, unit);
      if (next !== NONE) return next;
      if (node === ROOT) return ROOT;
    }
  }
}

function isWhole({ folded: word, isOpenAtStart, isOpenAtEnd }: Word, text: string, end: number): boolean {
  return (isOpenAtEnd || isBoundary(text, end)) && (isOpenAtStart || isBoundary(text, end - word.length));
}

/** Returns all nodes but the root, those of the shortest prefixes first. */
function byDepth(depths: Int32Array, nodes: number): Int32Array {
  const places = [0];
  for (let node = 1; node < nodes; node += 1) places[depths[node]!] = (places[depths[node]!] ?? 0) + 1;
  // From the number of nodes of each depth to the place of its first one.
  for (let depth = 0, place = 0; depth < places.length; depth += 1) {
    const count = places[depth]!;
    places[depth] = place;
    place += count;
  }
  const sorted = new Int32Array(nodes - 1);
  for (let node = 1; node < nodes; node += 1) sorted[places[depths[node]!]!++] = node;
  return sorted;
}

/** A hash table with open addressing: a node and a UTF-16 unit lead to the next node. At most half of it is used. */
class EdgeTable {
  private readonly mask: number;
  private readonly nodes: Int32Array;
  private readonly units: Uint16Array;
  private readonly targets: Int32Array;

  constructor(mostEdges: number) {
    const size = 2 ** Math.ceil(Math.log2(2 * mostEdges));
    this.mask = size - 1;
    this.nodes = new Int32Array(size).fill(NONE);
    this.units = new Uint16Array(size);
    this.targets = new Int32Array(size);
  }

  get(node: number, unit: number): number {
    const slot = this.slotOf(node, unit);
    return this.nodes[slot] === NONE ? NONE : this.targets[slot]!;
  }

  set(node: number, unit: number, target: number): void {
    const slot = this.slotOf(node, unit);
    this.nodes[slot] = node;
    this.units[slot] = unit;
    this.targets[slot] = target;
  }

  /** Returns the slot of an edge, or the free one where it belongs. */
  private slotOf(node: number, unit: number): number {
    const mixed = Math.imul(Math.imul(node, 0x9e3779b1) ^ unit, 0x85ebca6b);
    for (let slot = (mixed ^ (mixed >>> 15)) & this.mask; ; slot = (slot + 1) & this.mask)
      if (this.nodes[slot] === NONE || (this.nodes[slot] === node && this.units[slot] === unit)) return slot;
  }
}
