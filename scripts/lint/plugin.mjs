// The rules of this project that no published plugin has, for `.oxlintrc.json`.

const isDate = (node) => node.type === 'Identifier' && node.name === 'Date';

/** A clock can step: what measures a duration must not read it. */
const noWallClock = {
  create(context) {
    const report = (node) =>
      context.report({
        node,
        message:
          'A clock can step: measure durations with performance.now(). Files that show or store a time are listed in .oxlintrc.json.',
      });
    return {
      MemberExpression(node) {
        if (isDate(node.object) && node.property.name === 'now') report(node);
      },
      NewExpression(node) {
        if (isDate(node.callee) && node.arguments.length === 0) report(node);
      },
      CallExpression(node) {
        if (isDate(node.callee)) report(node);
      },
    };
  },
};

const noStatement = {
  create(context) {
    return {
      CallExpression(node) {
        if (['query', 'prepared'].includes(node.callee.property?.name))
          context.report({ node, message: 'Controllers hold no SQL.' });
      },
    };
  },
};

export default {
  meta: { name: 'offprint' },
  rules: { 'no-wall-clock': noWallClock, 'no-statement': noStatement },
};
