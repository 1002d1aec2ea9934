/** Ends an execution that its search was not made for, and with it the search: it starts over with what that needs. */
export class Outgrown extends Error {}
