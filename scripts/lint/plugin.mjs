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
        if (['query', 'prepared', 'run'].includes(node.callee.property?.name))
          context.report({ node, message: 'Controllers hold no SQL.' });
      },
    };
  },
};

const WRITES_SQL = /\b(select|insert|update|delete|where|values|pg_\w+)\b/i;

const namedParameters = {
  create(context) {
    const check = (node, text) => {
      if (/\$\d/.test(text) && WRITES_SQL.test(text))
        context.report({
          node,
          message:
            'A parameter of a statement has a name and a type: use statement(…) of @offprint/postgres.',
        });
    };
    return {
      Literal(node) {
        if (typeof node.value === 'string') check(node, node.value);
      },
      TemplateElement(node) {
        check(node, node.value.raw);
      },
    };
  },
};

export default {
  meta: { name: 'offprint' },
  rules: { 'no-wall-clock': noWallClock, 'no-statement': noStatement, 'named-parameters': namedParameters },
};
