// What the page knows: a few named values, and who wants to hear when one changes. Truth lives in the session.

export class Store {
  constructor(values) {
    this.values = values;
    this.listeners = new Map();
  }

  get(name) {
    return this.values[name];
  }

  set(name, value) {
    if (this.values[name] === value) return;
    this.values[name] = value;
    this.tell(name);
  }

  /** Says that a value changed inside. */
  tell(name) {
    for (const listener of this.listeners.get(name) ?? []) listener(this.values[name], name);
  }

  /** Calls now and whenever one of the values changes. */
  watch(names, listener) {
    this.on(names, listener);
    listener();
  }

  /** Calls whenever one of the values changes. */
  on(names, listener) {
    for (const name of [names].flat()) {
      if (!this.listeners.has(name)) this.listeners.set(name, []);
      this.listeners.get(name).push(listener);
    }
  }

  toggle(name) {
    this.set(name, !this.get(name));
  }
}
