// What the blocks of docs/testing.md import: the object that PLUGINS loads.
export default { name: 'acme' };
