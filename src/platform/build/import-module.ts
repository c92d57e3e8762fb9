/** Imports a module that is known only at run time. It stays outside of the bundle, whose scripts cannot `import()`. */
export const importModule = (specifier: string): Promise<object> => import(specifier) as Promise<object>;
