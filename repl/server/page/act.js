// @ts-check
// Acting at a table: taps, buttons and typed lines become actions, and refusals are told where they belong.

import { Choosing } from './choosing.js';
import { button, capital, listed, part, sentence, words } from './make.js';
import { offer } from './offers.js';
import { absent, forAbsent } from './seats.js';
import { lettered, sitter } from './names.js';
import { read } from './picture.js';
import { openSheet, settings } from './settings.js';
import { plain, told } from './cards.js';
import { openPlace } from './place.js';
import { showNote } from './note.js';
import { ends, givingUp } from './giving.js';

/** Pixels across what a finger hits without fail. */
const FINGER = 40;
/** Pieces that a prompt names as the only ones that can move. */
const FEW = 2;
/** Cards that a prompt names; of more it says how many there are. */
const MANY = 5;
/** Pieces that are marked while none is chosen: a mark on nearly all of them tells nothing. */
const MEN = 6;
/** Milliseconds in which a tap at the place of one that acted is meant for what stood there. */
const HASTE = 700;

export class Act {
  /** @param {import('./talk.js').Talk} talk @param {import('./picture.js').Picture} picture @param {import('./said.js').Said} said */
  constructor(talk, picture, said) {
    this.talk = talk;
    this.picture = picture;
    this.said = said;
    /** @type {Choosing|null} */
    this.choosing = null;
    /** @type {Map<string, {allowed: boolean, text: string}|null>} what the table says of composed actions; null while it is asked */
    this.checked = new Map();
    /** @type {string|null} what Enter does */
    this.ready = null;
    /** @type {Set<string>} words of the action that was hinted at */
    this.hinted = new Set();
    this.renewed = () => {};
    /** Shows what waits to be shown; whether something did, so that what was tapped isn't there any more. */
    this.isBehind = () => false;
    /** The picture of what lay open last and is gone, such as a trick. */
    this.passed = '';
    this.isSending = false;
    this.hasActed = false;
    /** Values of the action that the button does. */
    this.meant = new Set();
    /** Whether cards of one's own hand are what is to be tapped. */
    this.hasCards = false;
    /** @type {Thing|null} at what a finger has aimed */
    this.aimed = null;
    this.pressed = { x: 0, y: 0, at: 0 };
    this.sent = 0;
  }

  /** A click comes: does nothing with one that follows a click that has acted too soon, at the same place. @param {MouseEvent} event */
  press = (event) => {
    const { clientX: x, clientY: y, timeStamp: at } = event, last = this.pressed;
    // A key or a script clicks nowhere.
    if (event.detail === 0) return;
    if (this.sent >= last.at && at - this.sent < HASTE && Math.hypot(x - last.x, y - last.y) < FINGER) event.stopPropagation();
    else this.pressed = { x, y, at };
  };

  /** Takes up a new state. @param {Description} description @param {State} state */
  show(description, state) {
    const before = this.choosing;
    this.choosing = new Choosing(description, state);
    if (before?.state.version !== state.version) part('panel').classList.remove('waits');
    // A new picture of the same moment, as after a change of size, leaves what was picked.
    if (before && before.state.version === state.version) this.choosing.picks = before.picks;
    else this.#forget();
    this.draw();
  }

  #forget() {
    this.checked.clear();
    this.hinted.clear();
  }

  /** Shows what can be done now, beside the table and on it. */
  draw() {
    const choosing = this.choosing;
    if (!choosing) return;
    const aimed = this.aimed && choosing.isPicked(this.aimed) ? this.aimed : null;
    this.hover(aimed);
    this.picture.aim(aimed, this.#tint(choosing));
    const likely = choosing.things.length > 0 ? choosing.likely() : null;
    this.meant = new Set(Object.values(likely?.args ?? {}));
    this.hasCards = choosing.isDue && this.picture.things.some((thing) => thing.kind === 'card' && choosing.meaning.isMine(thing) && choosing.may(thing));
    this.picture.mark((thing) => this.#marks(choosing, thing));
    const squares = this.picture.things.filter((thing) => thing.kind === 'square');
    const open = squares.filter((thing) => this.picture.elements.get(thing.key)?.classList.contains('may'));
    const men = open.filter((thing) => this.picture.elements.get(thing.key)?.classList.contains('taken'));
    this.picture.host.classList.toggle('many', open.length * 3 > squares.length);
    this.picture.host.classList.toggle('crowded', men.length > MEN);
    // Nothing on the board can be tapped but what is put down: ghosts of it stand where it can go.
    this.picture.host.classList.toggle('placing', open.length > 0 && men.length === 0);
    this.picture.count((thing) => choosing.times(thing));
    this.picture.lead(choosing.isDue ? choosing.fits().map((fit) => fit.action.action) : []);
    this.#prompt(choosing);
    const doing = { act: (/** @type {string} */ text) => void (this.isBehind() || this.send(text, null)), changed: () => this.draw(), clear: () => this.clear(), check: (/** @type {string} */ text) => this.#check(text) };
    this.ready = choosing.isDue ? offer(part('offers'), choosing, this.picture.things, doing) : null;
    // Before the deal a word is asked for there, which may be half written.
    if (!choosing.isDue && choosing.state.fair?.is_dealt !== false) part('offers').replaceChildren();
    this.#tools(choosing);
    this.said.settle();
    this.renewed();
  }

  /** @param {Choosing} choosing @param {Thing} thing */
  #marks(choosing, thing) {
    const picked = choosing.isPicked(thing);
    const may = choosing.isDue && !picked && choosing.may(thing) && choosing.isNext(thing);
    const names = [[picked, 'chosen'], [may, 'may'], [this.hinted.has(thing.value) || may && this.meant.has(thing.value), 'hinted']];
    return names.filter(([is]) => is).map(([, name]) => String(name));
  }

  /** @param {Choosing} choosing */
  #prompt(choosing) {
    const { state } = choosing;
    const seats = (state.scene?.seats ?? []).map((/** @type {any} */ seat) => seat.seat);
    const prompt = choosing.isDue ? capital(lettered(dueOf(state), seats)) : state.over ? '' : toAct(state);
    part('prompt').replaceChildren(...told(prompt, this.said.codes));
    part('panel').classList.toggle('is-due', choosing.isDue);
    const picks = choosing.things.filter((pick) => pick.value !== '' && pick.of !== choosing.shape?.arg.name).map((pick) => pickedName(choosing, pick));
    const kinds = [...new Set(picks)].map((pick) => ((times) => (times > 1 ? `${times} × ${pick}` : pick))(picks.filter((each) => each === pick).length));
    const count = choosing.fits().length;
    const { shape } = choosing;
    const ways = shape ? `. Tap where it goes${shape.ways.length > 1 ? '; tap it again to turn it' : ''}` : count > 1 && choosing.things.at(-1)?.kind !== 'square' ? `. ${count} actions fit` : '';
    const away = absent(state).map((sits) => words(sits.seat));
    const isAway = away.length > 0 ? `${capital(listed(away))} ${away.length > 1 ? 'aren’t' : 'isn’t'} here` : '';
    const { things } = choosing;
    const isReady = choosing.said() !== null && things.length === 1 && things[0].count === 1;
    const says = things.length === 1 && (helpOf(choosing, things[0]) ?? textOf(state.scene, things[0]));
    const chosen = says ? `Chosen: ${sentence(says)}` : isReady ? `Chosen: ${listed(kinds)}. Tap it again, or the button.` : `Chosen: ${listed(kinds)}${ways}`;
    const made = choosing.picks.length > 0 ? choosing.compositions() : [];
    const hasChosen = made.length > 0 || picks.length > 0 && count > 0;
    // Why what is put together can't be done is said in the same place as what it lacks.
    const refused = [made[0]?.text].map((text) => text && this.checked.get(text)).find((checked) => checked && !checked.allowed);
    part('panel').classList.toggle('has-chosen', hasChosen);
    const text = hasChosen ? (refused ? refused.text : made.length > 0 ? lacking(made[0]) : chosen) : isAway || (choosing.isDue && choosing.picks.length === 0 ? this.#advice(choosing) : '');
    part('sub').classList.toggle('fault', Boolean(refused));
    part('sub').replaceChildren(...told(text, this.said.codes));
  }

  /** What can be tapped, and why the rest can't be. @param {Choosing} choosing */
  #advice(choosing) {
    const isOpen = (/** @type {string} */ kind) => this.picture.things.some((thing) => thing.kind === kind && choosing.may(thing));
    const parts = [isOpen('die') && 'dice to keep', isOpen('row') && 'a row of the sheet', isOpen('space') && 'what is marked'].filter(Boolean);
    const rows = parts.length > 0 ? `tap ${parts.join(', or ')}` : '';
    return [this.hasCards ? this.#cards(choosing) : isOpen('piece') ? 'tap a piece, then where it goes' : squares(choosing) || rows].filter(Boolean).map((text) => sentence(String(text))).join(' ');
  }

  /** Which cards of one's hand can be tapped, and why one of the others can't. @param {Choosing} choosing */
  #cards(choosing) {
    const mine = this.picture.things.filter((thing) => thing.kind === 'card' && thing.value !== '' && choosing.meaning.isMine(thing));
    // Cards that were laid aside aren't those of the hand.
    const zones = new Set(mine.filter((thing) => choosing.may(thing)).map((thing) => thing.of));
    const own = mine.filter((thing) => zones.has(thing.of));
    const others = this.picture.things.some((thing) => thing.kind === 'card' && thing.value !== '' && choosing.meaning.owner(thing) !== null && !choosing.meaning.isMine(thing) && choosing.may(thing));
    if (others) return 'tap one of your cards, or one of somebody else’s';
    const [fit, not] = [own.filter((thing) => choosing.may(thing)), own.filter((thing) => !choosing.may(thing))];
    // One that is alone is on the button, and what is asked says of cards that they are.
    if (not.length === 0 || fit.length === 0) return choosing.fits().length === 1 ? '' : settings.tap !== 'plays' && fit.every((thing) => choosing.fits([thing]).length === 1) ? 'tap a card, and once more to do it' : 'tap a card';
    const names = [...new Set(fit.map((thing) => choosing.titled(thing.value)))];
    const fits = names.length > MANY ? `${names.length} of your cards fit` : `tap ${[names.slice(0, -1).join(', '), names[names.length - 1]].filter(Boolean).join(' or ')}`;
    const text = choosing.meant(not[0]);
    const why = text === null ? null : this.#check(text);
    const title = choosing.titled(not[0].value);
    const reads = (/** @type {string} */ text) => plain(text, this.said.codes).toLowerCase();
    // The card is named once, and not where the reason is about the whole hand.
    const isClear = [reads(title), 'you '].some((start) => reads(why?.text ?? '').startsWith(start));
    const says = isClear ? why?.text : `${capital(title)}: ${why?.text}`;
    return why?.text && !why.allowed ? `${fits}. ${says}` : fits;
  }

  /** @param {Choosing} choosing */
  #tools(choosing) {
    const { state } = choosing;
    const tools = [];
    if (choosing.picks.length > 0) tools.push(button('Clear', () => this.clear(), { key: 'Esc', class: 'tool clears' }));
    if (choosing.isDue && state.hints !== false) tools.push(button('Hint', () => this.hint(), { key: 'H', class: 'tool' }));
    if (state.seat && state.undo?.may) tools.push(button('Undo', () => this.undo(), { key: 'U', class: 'tool undoes' }));
    if (this.passed) tools.push(button('Last', () => this.#recall(), { class: 'tool', title: 'what lay there last' }));
    tools.push(...forAbsent(state, choosing.description, this.talk, (why) => this.note(why, null)));
    const asked = state.undo?.asked_by;
    if (asked && asked !== state.seat) tools.push(...this.#consent(asked));
    tools.push(...ends(state, this));
    // A phone has these in its menu.
    for (const each of givingUp(state, this)) tools.push((each.classList.add('wide-only'), each));
    part('tools').replaceChildren(...tools);
  }

  /** @param {string} seat */
  #consent(seat) {
    const answer = (/** @type {boolean} */ yes) => this.talk.ask({ type: 'answer', yes });
    return [button(`Let ${words(seat)} undo`, () => answer(true), { class: 'may' }), button('No undo', () => answer(false))];
  }

  /** @param {string} text */
  #check(text) {
    const known = this.checked.get(text);
    if (known !== undefined) return known;
    this.checked.set(text, null);
    this.talk.ask({ type: 'why', action: text }).then((answer) => {
      this.checked.set(text, { allowed: answer.allowed === true, text: reasonOf(answer) });
      this.draw();
    });
    return null;
  }

  /** @param {string} key */
  tapKey(key) {
    const thing = this.picture.things.find((each) => each.key === key);
    if (thing) this.tap(thing);
  }

  /** Something was tapped, or dragged to where it was let go. @param {Thing} thing @param {boolean} [isMeant] nothing was done by mistake @param {boolean} [isFinger] */
  tap(thing, isMeant = false, isFinger = false) {
    const choosing = this.choosing;
    if (!choosing) return;
    if (choosing.state.over || !choosing.isDue) {
      const effect = effectOf(choosing.state.scene, thing);
      if (!this.looked(thing) && (effect || !choosing.state.over)) this.note(effect ? capital(effect) : this.#whoseTurn(choosing), thing);
      return;
    }
    this.hinted.clear();
    const again = choosing.isPicked(thing) && (choosing.things.length === 1 || thing.key === this.aimed?.key) ? choosing.said() : null;
    // The same once more is meant, unless there is more of it to take.
    if (again && thing.count === 1) return void this.send(again.action, thing);
    if (choosing.tap(thing) === 'nothing') return void this.#refuse(choosing, thing);
    const said = choosing.said();
    const aims = said !== null && isFinger && this.#isSmall(choosing, thing);
    this.aimed = aims ? thing : null;
    if (said && !aims && this.#playsAtOnce(choosing, isMeant)) this.send(said.action, thing);
    this.draw();
  }

  /** Shows what a shape that was tapped would cover at a square; nothing for another thing. @param {Thing|null} thing */
  hover(thing) {
    const choosing = this.choosing;
    if (!choosing) return;
    this.picture.shade(thing?.of ?? '', thing && choosing.may(thing) ? choosing.covered(thing) : [], this.#tint(choosing));
  }

  /** Does the one action of some that a dot leads to and that fits; whether there is one. @param {string[]} actions */
  follow(actions) {
    const fits = actions.length > 0 && this.choosing?.isDue ? this.choosing.fits().filter((fit) => actions.includes(fit.action.action)) : [];
    if (fits.length !== 1 || settings.tap === 'asks') return false;
    // Before a card is chosen, what it would do chooses it.
    const card = this.choosing?.picks.length === 0 && this.picture.things.find((thing) => thing.kind === 'card' && this.choosing?.may(thing) && Object.values(fits[0].action.args).includes(thing.value));
    if (card) this.tap(card);
    else void this.send(fits[0].action.action, null);
    return true;
  }

  /** Whether the taps so far are enough: a move from square to square or to a square is, a card alone is asked about. @param {Choosing} choosing @param {boolean} isMeant */
  #playsAtOnce(choosing, isMeant) {
    if (settings.tap !== 'moves') return settings.tap === 'plays';
    const picks = choosing.things;
    return isMeant || picks.length > 1 || picks.every((pick) => pick.kind === 'square');
  }

  /** The colour of one's own seat. @param {Choosing} choosing */
  #tint(choosing) {
    return choosing.state.scene?.seats.find((/** @type {any} */ seat) => seat.is_own)?.tint ?? '';
  }

  /** True if a finger may have missed the square on which something is put: then the first tap aims. @param {Choosing} choosing @param {Thing} thing */
  #isSmall(choosing, thing) {
    return thing.kind === 'square' && settings.tap === 'moves' && this.#isTiny(thing) && choosing.things.filter((pick) => pick.kind === 'square').length === 1;
  }

  /** @param {Thing} thing */
  #isTiny(thing) {
    const box = this.picture.boxOf(thing.key);
    return box !== null && Math.min(box.width, box.height) < FINGER;
  }

  /** Shows all that lies in a place that was tapped; whether there is more to see than the picture shows. @param {Thing} thing */
  looked(thing) {
    if (thing.kind === 'seat' && this.passed) return this.#recall();
    const { state } = this.choosing ?? {};
    const place = thing.kind === 'card' ? state?.scene?.places.find((/** @type {any} */ each) => each.name === thing.of) : null;
    return place ? openPlace(place, state?.scene?.faces ?? {}) : false;
  }

  /** Shows what lay open last, such as a trick. */
  #recall() {
    const last = /** @type {SVGSVGElement} */ (read(this.passed));
    for (const side of ['width', 'height']) last.removeAttribute(side);
    last.classList.add('legend');
    openSheet('What lay there last', last);
    return true;
  }

  /** @param {Choosing} choosing */
  #whoseTurn(choosing) {
    if (choosing.state.seat === null) return 'You look on at this table';
    return toAct(choosing.state);
  }

  /** Says why a thing can't be tapped now, in the table's own words if these can be asked for. */
  async #refuse(/** @type {Choosing} */ choosing, /** @type {Thing} */ thing) {
    const text = choosing.meant(thing);
    const answer = text === null ? null : await this.talk.ask({ type: 'why', action: text });
    const reason = answer && !answer.allowed && reasonOf(answer) || null;
    if (reason === null && this.looked(thing)) return;
    const effect = effectOf(choosing.state.scene, thing);
    if (effect) return void this.note([reason, effect].filter(Boolean).map((text) => sentence(String(text))).join(' '), thing);
    if (reason === null && thing.kind === 'seat') return;
    this.note(reason !== null ? reason : `Nothing can be done with this now. ${this.#possible(choosing)}`, thing);
  }

  /** What can be done instead. @param {Choosing} choosing */
  #possible(choosing) {
    const verbs = [...new Set([...choosing.state.legal.map((action) => action.verb), ...choosing.composable.map((now) => now.verb)])];
    const said = [...new Set(verbs.map((verb) => choosing.verbs.get(verb)?.pieces[0]?.text?.trim() || words(verb)))].filter((text) => text.length > 2);
    const marked = !this.picture.host.matches('.many, .crowded') && this.picture.things.some((thing) => this.picture.elements.get(thing.key)?.classList.contains('may'));
    if (said.length === 0) return marked ? 'What can be is marked.' : '';
    return `You can ${[said.slice(0, -1).join(', '), said[said.length - 1]].filter(Boolean).join(' or ')}${marked ? '; what can be tapped is marked' : ''}.`;
  }

  /** Sends an action. @param {string} action @param {Thing|null} at where it was tapped */
  async send(action, at) {
    if (this.isSending) return;
    this.isSending = true;
    this.sent = performance.now();
    // What was offered is over, as long as the last trick or a roll is still looked at.
    part('panel').classList.add('waits');
    const answer = await this.talk.ask({ type: 'act', action });
    this.isSending = false;
    this.hasActed ||= answer.type !== 'refused';
    if (answer.type === 'refused') {
      part('panel').classList.remove('waits');
      this.note(String(answer.why), at);
      this.clear();
    }
    return answer;
  }

  /** A line was typed. @param {HTMLInputElement} line */
  async typed(line) {
    const text = line.value.trim();
    if (text === '') return this.enter();
    const chat = /^(?:say|") ?(.*)$/.exec(text);
    line.value = '';
    if (chat) return this.talk.say({ type: 'chat', text: chat[1] });
    const answer = await this.send(text, null);
    if (answer?.type === 'refused') line.value = text;
  }

  enter() {
    if (!this.isBehind() && this.ready) this.send(this.ready, null);
  }

  /** Puts everything down; whether there was something. */
  clear() {
    if (!this.choosing || this.choosing.picks.length === 0) return false;
    this.choosing.clear();
    this.draw();
    return true;
  }

  back() {
    this.choosing?.back();
    this.draw();
  }

  async hint() {
    const choosing = this.choosing;
    if (!choosing?.isDue) return;
    this.note('Thinking about a hint…', null);
    const answer = await this.talk.ask({ type: 'hint' });
    if (!answer.action) return this.note(String(answer.why ?? answer.text ?? 'There is no hint'), null);
    this.hinted = this.#named(answer.action);
    const listed = choosing.state.legal.find((each) => each.action === answer.action);
    this.note([listed ? choosing.say(listed) : answer.told, answer.reason].filter(Boolean).join(': '), null);
    this.draw();
  }

  /** The values in an action. @param {string} action */
  #named(action) {
    const found = this.choosing?.state.legal.find((each) => each.action === action);
    return new Set(Object.values(found?.args ?? {}).flat().map(String));
  }

  async undo() {
    if (!this.choosing?.state.undo?.may) return;
    const answer = await this.talk.ask({ type: 'undo' });
    if (answer.type === 'refused') this.note(String(answer.why), null);
    if (answer.type === 'asked') this.note('The others are asked', null);
    if (answer.revealed) this.note('The match is marked: you know what chance or hidden cards bring', null);
  }

  /** A note at a thing, or below the prompt. @param {string} text @param {Thing|null} thing */
  note(text, thing) {
    showNote(capital(plain(text, this.said.codes)), thing ? this.picture.boxOf(thing.key) : null);
  }
}

/** Who is to act. @param {State} state */
function toAct(state) {
  return `${capital(listed(state.to_act.map((seat) => sitter(state, seat))))} ${state.to_act.length > 1 ? 'are' : 'is'} to act`;
}

/** What was picked, as people say it: a piece with its square. @param {Choosing} choosing @param {Thing} pick */
function pickedName(choosing, pick) {
  if (pick.kind === 'card') return choosing.titled(pick.value);
  if (pick.kind === 'piece') return choosing.told('word', pick.value, 'shape');
  const { title, figure } = (pick.kind === 'square' && choosing.square(pick.value)) || {};
  const at = title ?? words(pick.value);
  return figure && figure.seat !== null ? `${titleOf(choosing, figure)} on ${at}` : at;
}

/** What an action that is put together lacks. @param {import('./composing.js').Composed} made */
function lacking({ verb, missing }) {
  const lacks = missing.map((arg) => (arg.name === arg.kind ? words(arg.kind) : `what to ${words(arg.name)}`));
  return lacks.length > 0 ? `${capital(words(verb.name))}: choose ${listed(lacks)}` : 'Tap more, or the button.';
}

/** The pieces by which every action begins, if these are few. @param {Choosing} choosing @returns {string} */
function movers(choosing) {
  const fits = choosing.fits().map(({ action }) => ({ action, arg: choosing.argsOf(action.verb).find((arg) => arg.kind === 'square') }));
  const from = [...new Set(fits.map(({ action, arg }) => (arg ? String(action.args[arg.name]) : '')))];
  if (from.length === 0 || from.length > FEW || from.includes('')) return '';
  const squares = squaresOf(choosing).filter((/** @type {any} */ square) => square && from.includes(square.name));
  const own = squares.filter((/** @type {any} */ square) => square.figure?.seat !== null && square.figure?.seat !== undefined);
  // That all of them can says nothing.
  const all = squaresOf(choosing).filter((/** @type {any} */ square) => square?.figure && square.figure.seat === own[0]?.figure.seat);
  if (own.length !== from.length || all.length === own.length) return '';
  const named = from.map((name) => {
    const { figure } = own.find((/** @type {any} */ square) => square.name === name);
    return `${titleOf(choosing, figure)} on ${name}`;
  });
  return `only your ${listed(named)} can act`;
}

/** The squares of all boards. @param {Choosing} choosing @returns {any[]} */
function squaresOf(choosing) {
  return (choosing.state.scene?.boards ?? []).flatMap((/** @type {any} */ board) => board.squares);
}

/** The name of the pieces that can move, by their title if all have the same. @param {Choosing} choosing */
function pieceOf(choosing) {
  const from = new Set(choosing.fits().map(({ action }) => action.args[choosing.argsOf(action.verb).find((arg) => arg.kind === 'square')?.name ?? '']));
  const figures = squaresOf(choosing).filter((/** @type {any} */ square) => square?.figure && from.has(square.name)).map((/** @type {any} */ square) => square.figure);
  const titles = [...new Set(figures.map((/** @type {any} */ figure) => titleOf(choosing, figure)))];
  return titles.length === 1 && titles[0] ? `${/^[aeiou]/i.test(titles[0]) ? 'an' : 'a'} ${titles[0]} of yours` : 'one of your pieces';
}

/** The title of a figure without its seat. @param {Choosing} choosing @param {any} figure @returns {string} */
function titleOf(choosing, figure) {
  const title = words(figure.title), seat = `${words(choosing.state.seat ?? '')} `;
  return title.startsWith(seat) ? title.slice(seat.length) : title;
}

/** What is to be done: as the display script of the game says it, or else its phase. @param {State} state @returns {string} */
function dueOf(state) {
  return state.scene?.due ?? state.due ?? 'it is your turn';
}

/** Where a move begins on a board, while nothing is picked. @param {Choosing} choosing */
function squares(choosing) {
  const args = choosing.fits().map(({ action }) => choosing.argsOf(action.verb).filter((arg) => arg.kind === 'square').length);
  const most = Math.max(0, ...args);
  return most > 1 ? movers(choosing) || `tap ${pieceOf(choosing)}, then where it goes` : most === 1 ? `tap a ${placeOf(choosing)}` : '';
}

/** The word for what can be tapped on a board. @param {Choosing} choosing */
function placeOf(choosing) {
  const boards = choosing.state.scene?.boards ?? [];
  const board = boards.find((/** @type {any} */ each) => each.name === choosing.fits().flatMap(({ action }) => choosing.argsOf(action.verb)).find((arg) => arg.kind === 'square')?.of) ?? boards[0];
  return board?.joints?.are_edges ? 'line' : board?.look === 'points' || board?.shape === 'lines' ? 'point' : board?.shape === 'hexes' ? 'place' : 'square';
}

/** Why an action isn't allowed, in the table's words; nothing if it is how a line is typed, which says nothing to a finger. @param {any} answer */
function reasonOf(answer) {
  const text = capital(String(answer.reason ?? answer.text ?? answer.why ?? ''));
  return /the form is|can mean/.test(text) ? '' : text;
}

/** What the viewer knows of the hidden contents of a square or place. @param {any} scene @param {Thing} thing @returns {string|null} */
function knownOf(scene, thing) {
  if (thing.kind === 'card') return scene?.places.find((/** @type {any} */ place) => place.name === thing.of)?.known ?? null;
  const board = thing.kind === 'square' ? scene?.boards.find((/** @type {any} */ each) => each.name === thing.of) : null;
  return board?.squares.find((/** @type {any} */ square) => square?.name === thing.value)?.known ?? null;
}

/** What the one action does that a card of the table begins, as a strike; one's hand says itself what it is for. @param {Choosing} choosing @param {Thing} thing @returns {string|null} */
function helpOf(choosing, thing) {
  const verbs = [...new Set(choosing.fits().map((fit) => fit.action.verb))];
  const place = thing.kind === 'card' && choosing.state.scene?.places.find((/** @type {any} */ each) => each.name === thing.of);
  return place && place.at !== 'hand' && verbs.length === 1 ? `${choosing.titled(thing.value)}. ${choosing.verbs.get(verbs[0])?.help}` : null;
}

/** A card's title with its text, which a small one has no room for. @param {any} scene @param {Thing} thing @returns {string|null} */
function textOf(scene, thing) {
  const face = thing.kind === 'card' ? scene?.faces[thing.value] : null;
  return face?.words.length > 0 ? `${face.title}: ${face.words.join(', ')}` : null;
}

/** What a sign on the ground of a board, the text of a card or the token of a seat means, or what is known of what is hidden there. @param {any} scene @param {Thing} thing @returns {string|null} */
function effectOf(scene, thing) {
  const known = knownOf(scene, thing) ?? textOf(scene, thing);
  if (known) return known;
  if (thing.kind === 'seat') return scene?.facts.find((/** @type {any} */ fact) => fact.look === 'button' && fact.value === thing.value)?.title ?? null;
  const board = thing.kind === 'square' ? scene?.boards.find((/** @type {any} */ each) => each.name === thing.of) : null;
  const figure = board?.squares.find((/** @type {any} */ square) => square?.name === thing.value)?.figure;
  return figure && figure.seat === null ? figure.title : null;
}
