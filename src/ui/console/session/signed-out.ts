/** The session has ended: nothing works until the member has signed in again. */
export class SignedOut extends Error {
  constructor() {
    super("You are signed out. Sign in again to go on.");
    this.name = "SignedOut";
  }
}
