export { CardsSkeleton as default } from "#kit/states.tsx";
