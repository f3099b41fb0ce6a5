"use client";
// What breaks around the tenants' pages: sign-in, invitations, the first look for a tenant.
export { default } from "./[tenantId]/error.tsx";
