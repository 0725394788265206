// @ts-check
// Types of the messages of the server and of the state of the page.

/**
 * Something in the picture that can be tapped, as its data attributes say.
 * @typedef {object} Thing
 * @property {string} key      the same thing has the same key from picture to picture
 * @property {string} kind     `square`, `card`, `seat`, `space`, `row` or `die`
 * @property {string} of       its board, zone, track or sheet
 * @property {string} value    what stands in an action's arguments
 * @property {number|null} nth its place in its zone, from 1, where places count
 * @property {number} count    how many such things lie there
 */

/**
 * A legal action.
 * @typedef {object} LegalAction
 * @property {string} action
 * @property {string} verb
 * @property {Record<string, any>} args
 * @property {[string, string]} [way] the squares from which and to which it leads where it names none
 */

/**
 * What an argument can be before the rules have a say.
 * @typedef {{domain: 'any'} | {domain: 'range', least: number, most: number} | {domain: 'values', values: any[]}
 *   | {domain: 'cards', most: Record<string, number>}} DomainNow
 */

/**
 * An argument of a verb that can be chosen now.
 * @typedef {{name: string, kind: string, of: string|null, optional: boolean, domain: DomainNow}} ArgNow
 */

/** @typedef {{verb: string, is_listed: boolean, args: ArgNow[]}} VerbNow */

/** @typedef {{text?: string, arg?: string, optional?: PieceOfUsage[]}} PieceOfUsage */

/**
 * An argument as the game's description has it.
 * @typedef {{name: string, kind: string, of: string|null, optional: boolean, zones: string[], other: boolean,
 *   range?: [number, number]|null}} ArgSaid
 */

/** @typedef {{name: string, usage: string, pieces: PieceOfUsage[], args: ArgSaid[], help: string, title?: string, at?: string}} VerbSaid */

/**
 * @typedef {{kind: string, default: any, value: any, min: number|null, max: number|null, max_option: string|null,
 *   choices: any[], help: string}} OptionSaid
 */

/**
 * A game as its description says it.
 * @typedef {object} Description
 * @property {string} name
 * @property {string} title
 * @property {string} summary
 * @property {string} designer
 * @property {string|null} guide
 * @property {{name: string, help: string, set: Record<string, any>}[]} variants
 * @property {Record<string, OptionSaid>} options
 * @property {{min: number, max: number, default: number, names: string[], all_names: string[], counts: number[],
 *   together: boolean, players: string[]}} seats
 * @property {{name: string, text: string, verbs: string[], enter: string|null}[]} phases
 * @property {VerbSaid[]} verbs
 * @property {{name: string, width: number, squares: (string|null)[]}[]} boards
 * @property {{name: string, title: string, plural: string, one: string, columns: Record<string, any>}[]} cards
 * @property {Record<string, {name: string, title: string, columns: Record<string, any>, drawn?: string[]}[]>} tables
 * @property {Record<string, string[]>} lists
 * @property {{name: string, summary: string}[]} robots
 * @property {string[]} levels
 */

/** @typedef {{winners: string[], scores: Record<string, number>, reason: string|null, lost?: string}} Ending */

/** @typedef {{type: string, left: Record<string, number>, runs: string|null}} Clock */

/**
 * A deal that can be proved fair.
 * @typedef {{commitment: string, is_dealt: boolean, waits_for: string[], words: Record<string, string>|null, secret: string|null}} Fair
 */
/**
 * A decision of a match that is over: what it was worth, and what would have been the best.
 * @typedef {{n: number, seat: string, action: string, told: string, place: string, sentence?: string|null, value: number, best: string, best_told: string,
 *   best_value: number, line: string[]}} Judged
 */


/**
 * Who plays a seat: a person or a robot, which may stand in for a person who isn't here.
 * @typedef {{seat: string, player: string, name?: string|null, is_here?: boolean, is_taken?: boolean, stands_in?: boolean}} Sitting
 */

/**
 * A table as its viewer may know it.
 * @typedef {object} State
 * @property {number} version
 * @property {boolean} [whole]  everything that happened is told, not only what is new
 * @property {string|null} seat
 * @property {any} scene
 * @property {string} [picture] where pictures were asked for
 * @property {string} [passing] the picture of what lay open in the middle of the last action alone
 * @property {number} [later] how many of the last events happen after that
 * @property {number} [onlookers] how many look on
 * @property {boolean} [chat] whether people may write to each other
 * @property {string[]} to_act
 * @property {string|null} phase
 * @property {string|null} due
 * @property {LegalAction[]} legal
 * @property {boolean} legal_complete
 * @property {VerbNow[]} [verbs]
 * @property {{kind: string, text: string|null, seat?: any, to?: any}[]} events
 * @property {Ending|null} over
 * @property {string} [game]
 * @property {Description} [description]
 * @property {Sitting[]} [players]
 * @property {{may: boolean, asked_by: string|null}} [undo]
 * @property {{may: boolean, asked_by: string|null}} [resign]
 * @property {{kind: string, may: boolean, by: string|null, waits_for: string[]}|null} [offer]
 * @property {boolean} [host]
 * @property {boolean} [hints]   whether robots may give hints
 * @property {string|null} [away]  one's own seat, while a robot plays there
 * @property {boolean} [take_over]  whether one may take over the seat of a robot
 * @property {{may: boolean, asked_by: string|null, table: string|null}} [again]  another match
 * @property {boolean} [revealed]  the match is marked: somebody may know what was hidden
 * @property {'seed'|'save'} [seed_known]  whoever made the table can know all that is hidden
 * @property {Clock} [clock]
 * @property {Fair} [fair]
 * @property {boolean} [unsaved]  the match could not be saved as it is
 * @property {{faults: any[], text: string, is_stuck: boolean}} [fault] why the match doesn't go on
 */
