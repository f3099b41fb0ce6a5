-- Empty until the provider's description is read next: for a person who goes there, or by a test in the console.
ALTER TABLE "identity_provider" ADD COLUMN "hosts" TEXT[] DEFAULT ARRAY[]::TEXT[];
