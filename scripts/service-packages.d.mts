/** Folders of the packages that the service imports. */
export const SERVICE_PACKAGES: string[];
