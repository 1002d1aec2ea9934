/** Ends an execution that has spawned a thread which the tables of its search have no room for: it starts over. */
export class Outgrown extends Error {}
