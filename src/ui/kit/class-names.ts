import { clsx } from "clsx";

export { clsx as classNames };
