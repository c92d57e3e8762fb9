/** An extension that adds nothing: with one, the service runs from its separate files. */
export default { name: 'nothing' };
