/** The dialogs a player can open. */

export type Panel = 'history' | 'limits' | 'session' | 'build';
